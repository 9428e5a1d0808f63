import type { PageTexts, TestCard, TransferAccount } from '#core/rules/payments/payment-rules.ts';
import type { ConsentCategory } from '#core/rules/tracking/analytics-pages.ts';
import type { Analytics } from './analytics.ts';
import type { CardTokenizer } from './card-tokenizer.ts';
import type { ServerClock } from './clock.ts';
import type { ServerIds } from './ids.ts';
import type { Log } from './log.ts';
import type { Mailer } from './mailer.ts';
import type { MediaStorage } from './media-storage.ts';
import type { CardGateway, PageGateway, PaymentGateway } from './payment-gateway.ts';
import type { PaymentNotices } from './payment-notices.ts';

/**
 * A schema of the Standard Schema specification (standardschema.dev), as zod, valibot and arktype make them. A module
 * may bring its own copy of such a library.
 */
export interface SettingSchema<Output = unknown> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => SettingResult<Output> | Promise<SettingResult<Output>>;
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined;
  };
}

type SettingResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string }[] };

/**
 * The settings of a module: one schema for each environment variable. A schema gets the text of the variable, or
 * undefined when it is not set or empty. The message of an issue is the cure ("set the key as … shows it"); the shop
 * adds the variable and the end of the sentence.
 */
export type SettingSchemas = Readonly<Record<string, SettingSchema>>;

/** The validated settings, by their variables. */
export type SettingsOf<Schemas extends SettingSchemas> = {
  readonly [Name in keyof Schemas]: Schemas[Name] extends SettingSchema<infer Output> ? Output : never;
};

/** A wrong variable, with a sentence that describes the fault and its cure. It never repeats a secret. */
export interface SettingFault {
  readonly name: string;
  readonly text: string;
}

/** What a module can compare its settings with. */
export interface SettingSurroundings {
  /** `demo`: a shop to try out, which takes no real money; `live`: one that sells. */
  readonly mode: 'demo' | 'live';
  /** The port on which the shop listens. */
  readonly port: number;
  /** Whether a payment module only looks after its own past. */
  readonly isEarlier: boolean;
}

/**
 * What all modules have in common. A module is one object, the default export of a file or package that the
 * configuration names: `PAYMENT_MODULES=./my-pay.ts,@acme/pay`. It is loaded at the start of the shop, in the commands
 * of operators and in the build, so the file itself must not load more than its settings need; `open` imports the
 * rest.
 */
export interface ShopModule<Schemas extends SettingSchemas> {
  readonly settings: Schemas;
  /** Variables whose values no message repeats, beside those named like a secret (SECRET, KEY, TOKEN, PASSWORD). */
  readonly secrets?: readonly (keyof Schemas & string)[];
  /** Why live mode refuses the module and each of its variables: the end of "…, which". */
  readonly demoOnly?: string;
  /** Faults that need more than one variable. Called when each variable by itself is valid. */
  check?(settings: SettingsOf<Schemas>, surroundings: SettingSurroundings): readonly SettingFault[];
}

/** What a module gets from the shop when it is opened. */
export interface ModuleParts {
  readonly mode: 'demo' | 'live';
  readonly log: Log;
}

/** What a mail module gets from the shop. */
export interface MailParts extends ModuleParts {
  /** Folder for mails that are written instead of sent, as an absolute path; `/dev/mail` shows it in demo mode. */
  readonly mailDir: string;
}

/** A way to send mails. `MAIL_MODULE` names the one that is used. */
export interface MailModule<Schemas extends SettingSchemas = SettingSchemas> extends ShopModule<Schemas> {
  readonly kind: 'mail';
  /** Lower case letters, digits and `_`. */
  readonly name: string;
  open(settings: SettingsOf<Schemas>, parts: MailParts): Mailer | Promise<Mailer>;
}

/** What a media module gets from the shop. */
export interface MediaParts extends ModuleParts {
  /** Folder of the films that are part of the content, as an absolute path. */
  readonly mediaDir: string;
  /** Folder of what the shop keeps outside of PostgreSQL, as an absolute path. */
  readonly dataDir: string;
}

/** Where films are stored. `MEDIA_MODULE` names the one that is used. */
export interface MediaModule<Schemas extends SettingSchemas = SettingSchemas> extends ShopModule<Schemas> {
  readonly kind: 'media';
  /** Lower case letters, digits and `_`. */
  readonly name: string;
  /** It keeps only what the shop stores itself (`film-…`): the files of the content stay in their folder. */
  readonly onlyFilms?: boolean;
  /** Hosts of the addresses that `addressOf` makes, as sources of a Content-Security-Policy. */
  hosts?(settings: SettingsOf<Schemas>): readonly string[];
  open(settings: SettingsOf<Schemas>, parts: MediaParts): MediaStorage | Promise<MediaStorage>;
}

/** Data for the browser half of a module: what JSON can hold, and nothing secret. */
export type BrowserSettings = Readonly<Record<string, string | number | boolean | null>>;

/** Hosts that pages may use because of a module, as sources of a Content-Security-Policy. */
export interface ModuleHosts {
  readonly scripts?: readonly string[];
  readonly frames?: readonly string[];
  /** Hosts to which scripts may submit forms, for example the pages of banks. */
  readonly forms?: readonly string[];
  readonly calls?: readonly string[];
  readonly pictures?: readonly string[];
}

/**
 * An analytics service. Used when `ANALYTICS_MODULES` names it; when the variable is not set, a service of the shop is
 * used as soon as one of its own variables is set.
 */
export interface AnalyticsModule<Schemas extends SettingSchemas = SettingSchemas>
  extends ShopModule<Schemas> {
  readonly kind: 'analytics';
  /** Lower case letters, digits and `_`. */
  readonly name: string;
  readonly consent: ConsentCategory;
  /** Hosts of the service: scripts, pictures and calls. They are allowed on pages where services run. */
  hosts(settings: SettingsOf<Schemas>): ModuleHosts;
  /** What the browser half gets, for example an id of the service. */
  browserSettings(settings: SettingsOf<Schemas>): BrowserSettings;
  /**
   * A file whose default export is an `OpenAnalytics`. The build bundles it; it is loaded only on pages where services
   * run, once consent is given, or from the start where the category keeps events.
   */
  readonly browser: URL;
}

/** What the browser half of an analytics service uses of the page. */
export interface AnalyticsPage {
  readonly window: Window;
  /** Adds a script of another host to the page, each address once. One that cannot be loaded is ignored. */
  loadScript(address: string): void;
  /** Deletes the page's cookies whose names begin with this, on the site's domain and the domains above it. */
  removeCookies(prefix: string): void;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Origin of the shop, without a slash at the end. */
  readonly origin: string;
}

/** The browser half of an analytics service. Consent is checked before every event; see `Analytics`. */
export type OpenAnalytics = (settings: BrowserSettings, page: AnalyticsPage) => Analytics;

/** What a payment module gets from the shop. */
export interface PaymentParts extends ModuleParts {
  /** URL of the storefront without a trailing slash. */
  readonly siteUrl: string;
  /** The port on which the shop listens. */
  readonly port: number;
  /** The shop's data folder. A module writes only into folders whose names begin with its own. */
  readonly dataDir: string;
  readonly clock: ServerClock;
  readonly ids: ServerIds;
  /** The shop's database (Kysely), for a module of this repository that has tables in it. */
  readonly database: unknown;
  /**
   * `shop`: the module may start processes of its own, and stops them in `stop`. `command`: an operator's command,
   * perhaps beside a running shop: nothing is started.
   */
  readonly purpose: 'shop' | 'command';
  /** A random secret of this shop for this module, 64 characters, kept in the data folder. */
  secret(): string;
  /** Prints a message to the terminal of the operator. */
  say(message: string): void;
}

/** A payment provider. `PAYMENT_MODULES` names those that are offered, in the order in which shoppers see them. */
export interface PaymentModule<Schemas extends SettingSchemas = SettingSchemas> extends ShopModule<Schemas> {
  readonly kind: 'payment';
  /**
   * Lower case letters, digits and `_`, at most 32. Stored with each payment attempt and part of the address of its
   * webhooks, `/api/webhooks/<name>`; it must not change later. The gateway has the same name.
   */
  readonly name: string;
  /** The name that shoppers read where several modules take cards; absent: `name`. */
  readonly label?: { readonly de: string; readonly en: string };
  open(settings: SettingsOf<Schemas>, parts: PaymentParts): OpenPayment | Promise<OpenPayment>;
  /**
   * A file whose default export is an `OpenCardTokenizer`; absent when the shopper types nothing, as for a
   * `PageGateway`. The build bundles it; it is loaded in the payment step, when a way to pay of this module is shown.
   */
  readonly browser?: URL;
}

/** An opened payment module. */
export interface OpenPayment {
  /** One that takes cards, one with a page of its own, or one for transfers (`transfer`). */
  readonly gateway: PaymentGateway | CardGateway | PageGateway;
  /** Gateways of earlier accounts of the same provider, which look after their own past only. */
  readonly earlierGateways?: readonly CardGateway[];
  /** Readers of webhooks, one for each account. */
  readonly notices?: readonly PaymentNotices[];
  /** Hosts that the checkout may use. */
  readonly hosts?: ModuleHosts;
  readonly offer?: PaymentModuleOffer;
  readonly browserSettings?: BrowserSettings;
  /** Set when no money moves: where its cards are typed, pages say so and show the test cards. Refused in live mode. */
  readonly test?: { readonly cards: readonly TestCard[] };
  /** Files that the provider wants to find at an address of the shop below `/.well-known/`, by their paths. */
  readonly wellKnownFiles?: Readonly<Record<string, Uint8Array<ArrayBuffer>>>;
  /**
   * What shoppers read in the row of a `PageGateway`: its name, and one or two sentences on what happens after the
   * order button was pressed. Needed for such a gateway, and for no other.
   */
  readonly page?: PageTexts;
  /** For a provider whose money the buyer transfers: where to, and how long the order waits; null: not offered. */
  readonly transfer?: TransferDetails | null;
  stop?(): Promise<void>;
}

/** The shop's account for prepayment, and the days until the money must have arrived. */
export type TransferDetails = TransferAccount & { readonly term_days: number };

/** What the browser half offers beside typed cards, so that pages reserve space for it. */
export interface PaymentModuleOffer {
  /** Wallets, and saved cards where there are some. */
  readonly has_express_payment?: boolean;
  /** A learner's stored cards are offered again. */
  readonly has_saved_cards?: boolean;
  /** The wallets can be opened before the address is known, and return it. */
  readonly has_wallet_addresses?: boolean;
  /** A wallet is approved for the sum it was opened with, so it is not opened while delivery costs may be added. */
  readonly has_fixed_wallet_amounts?: boolean;
}

/** The browser half of a payment module. */
export type OpenCardTokenizer = (
  settings: BrowserSettings,
  page: { readonly window: Window & typeof globalThis },
) => CardTokenizer;
