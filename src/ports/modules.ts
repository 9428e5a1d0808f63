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
 * undefined when it is not set or empty. The message of an issue says how to fix it ("set the key as … shows it"); the
 * shop adds the name of the variable and completes the sentence.
 */
export type SettingSchemas = Readonly<Record<string, SettingSchema>>;

/** The validated settings, by their variables. */
export type SettingsOf<Schemas extends SettingSchemas> = {
  readonly [Name in keyof Schemas]: Schemas[Name] extends SettingSchema<infer Output> ? Output : never;
};

/** An invalid variable, with a sentence that describes the problem and how to fix it. Contains no secrets. */
export interface SettingFault {
  readonly name: string;
  readonly text: string;
}

/** Facts about the shop that a module's `check` can use. */
export interface SettingSurroundings {
  /** `demo`: a shop to try out, which takes no real money; `live`: one that sells. */
  readonly mode: 'demo' | 'live';
  /** The port on which the shop listens. */
  readonly port: number;
  /** Whether a payment module is kept only for its earlier payments and not offered any more. */
  readonly isEarlier: boolean;
}

/**
 * What all modules have in common. A module is one object, the default export of a file or package that the
 * configuration names: `PAYMENT_MODULES=./my-pay.ts,@acme/pay`. It is loaded when the shop starts, in operator commands
 * and in the build, so the file itself must import only what its settings need; `open` imports the rest.
 */
export interface ShopModule<Schemas extends SettingSchemas> {
  readonly settings: Schemas;
  /** Variables that messages must not show, besides those with SECRET, KEY, TOKEN or PASSWORD in their names. */
  readonly secrets?: readonly (keyof Schemas & string)[];
  /** Set if the module is for demo mode only: the reason, as the end of the sentence "…, which". */
  readonly demoOnly?: string;
  /** Returns errors that involve more than one variable. Called when each variable is valid on its own. */
  check?(settings: SettingsOf<Schemas>, surroundings: SettingSurroundings): readonly SettingFault[];
}

/** Objects that the shop passes to a module when it opens it. */
export interface ModuleParts {
  readonly mode: 'demo' | 'live';
  readonly log: Log;
}

/** Objects that the shop passes to a mail module. */
export interface MailParts extends ModuleParts {
  /** Absolute path of the folder for mails that are written instead of sent. `/dev/mail` shows it in demo mode. */
  readonly mailDir: string;
}

/** A way to send mails. `MAIL_MODULE` names the one that is used. */
export interface MailModule<Schemas extends SettingSchemas = SettingSchemas> extends ShopModule<Schemas> {
  readonly kind: 'mail';
  /** Lower case letters, digits and `_`. */
  readonly name: string;
  open(settings: SettingsOf<Schemas>, parts: MailParts): Mailer | Promise<Mailer>;
}

/** Objects that the shop passes to a media module. */
export interface MediaParts extends ModuleParts {
  /** Absolute path of the folder with the films that are part of the content. */
  readonly mediaDir: string;
  /** Absolute path of the folder with the shop's data outside of PostgreSQL. */
  readonly dataDir: string;
}

/** Where films are stored. `MEDIA_MODULE` names the one that is used. */
export interface MediaModule<Schemas extends SettingSchemas = SettingSchemas> extends ShopModule<Schemas> {
  readonly kind: 'media';
  /** Lower case letters, digits and `_`. */
  readonly name: string;
  /** True if it stores only the shop's own films (`film-…`); the files of the content stay in their folder. */
  readonly onlyFilms?: boolean;
  /** Hosts of the URLs that `addressOf` returns, as sources of a Content-Security-Policy. */
  hosts?(settings: SettingsOf<Schemas>): readonly string[];
  open(settings: SettingsOf<Schemas>, parts: MediaParts): MediaStorage | Promise<MediaStorage>;
}

/** Data for the browser half of a module: JSON values, without secrets. */
export type BrowserSettings = Readonly<Record<string, string | number | boolean | null>>;

/** Hosts that a module needs in pages, as sources of a Content-Security-Policy. */
export interface ModuleHosts {
  readonly scripts?: readonly string[];
  readonly frames?: readonly string[];
  /** Hosts to which scripts may submit forms, for example the pages of banks. */
  readonly forms?: readonly string[];
  readonly calls?: readonly string[];
  readonly pictures?: readonly string[];
}

/**
 * An analytics service. Used when `ANALYTICS_MODULES` names it. If that variable is not set, a built-in service is used
 * when one of its own variables is set.
 */
export interface AnalyticsModule<Schemas extends SettingSchemas = SettingSchemas>
  extends ShopModule<Schemas> {
  readonly kind: 'analytics';
  /** Lower case letters, digits and `_`. */
  readonly name: string;
  readonly consent: ConsentCategory;
  /** Hosts of the service: scripts, pictures and calls. They are allowed on pages where services run. */
  hosts(settings: SettingsOf<Schemas>): ModuleHosts;
  /** Settings for the browser half, for example an id of the service. */
  browserSettings(settings: SettingsOf<Schemas>): BrowserSettings;
  /**
   * A file whose default export is an `OpenAnalytics`. The build bundles it. It is loaded only on pages where services
   * run: after consent, or from the start if the category buffers events.
   */
  readonly browser: URL;
}

/** The parts of the page that the browser half of an analytics service uses. */
export interface AnalyticsPage {
  readonly window: Window;
  /** Adds a script of another host to the page, each URL once. Load errors are ignored. */
  loadScript(address: string): void;
  /** Deletes cookies whose names begin with `prefix`, on the site's domain and its parent domains. */
  removeCookies(prefix: string): void;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Origin of the shop, without a slash at the end. */
  readonly origin: string;
}

/** The browser half of an analytics service. Consent is checked before every event; see `Analytics`. */
export type OpenAnalytics = (settings: BrowserSettings, page: AnalyticsPage) => Analytics;

/** Objects that the shop passes to a payment module. */
export interface PaymentParts extends ModuleParts {
  /** URL of the storefront without a trailing slash. */
  readonly siteUrl: string;
  /** The port on which the shop listens. */
  readonly port: number;
  /** The shop's data folder. A module writes only into folders whose names begin with its own. */
  readonly dataDir: string;
  readonly clock: ServerClock;
  readonly ids: ServerIds;
  /** The shop's database (Kysely), for modules of this repository that have their own tables. */
  readonly database: unknown;
  /**
   * `shop`: the module may start background processes, and stops them in `stop`. `command`: an operator's command,
   * possibly while the shop is running, so nothing must be started.
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
  /** The name shown to shoppers when several modules accept cards. If absent, `name` is shown. */
  readonly label?: { readonly de: string; readonly en: string };
  open(settings: SettingsOf<Schemas>, parts: PaymentParts): OpenPayment | Promise<OpenPayment>;
  /**
   * A file whose default export is an `OpenCardTokenizer`; absent when the shopper types nothing, as for a
   * `PageGateway`. The build bundles it. It is loaded in the payment step, when a payment method of this module is
   * shown.
   */
  readonly browser?: URL;
}

/** An opened payment module. */
export interface OpenPayment {
  /** For cards, for a page of the provider (`PageGateway`), or for bank transfers. */
  readonly gateway: PaymentGateway | CardGateway | PageGateway;
  /** Gateways of former accounts at the same provider, which still handle their own earlier payments. */
  readonly earlierGateways?: readonly CardGateway[];
  /** Webhook readers, one for each account. */
  readonly notices?: readonly PaymentNotices[];
  /** Hosts that the checkout needs. */
  readonly hosts?: ModuleHosts;
  readonly offer?: PaymentModuleOffer;
  readonly browserSettings?: BrowserSettings;
  /** Set when no real money is charged: checkout pages say so and show the test cards. Refused in live mode. */
  readonly test?: { readonly cards: readonly TestCard[] };
  /** Files that the provider requires below `/.well-known/`, by their paths. */
  readonly wellKnownFiles?: Readonly<Record<string, Uint8Array<ArrayBuffer>>>;
  /**
   * Texts for the row of a `PageGateway` in the checkout: its name, and one or two sentences about what happens after
   * the order button is pressed. Required for such a gateway and not used for others.
   */
  readonly page?: PageTexts;
  /** For bank transfers: the account, and how long the order waits. Null if transfers are not offered. */
  readonly transfer?: TransferDetails | null;
  stop?(): Promise<void>;
}

/** The shop's account for prepayment, and the days until the money must have arrived. */
export type TransferDetails = TransferAccount & { readonly term_days: number };

/** What the browser half offers besides typed cards, so that pages can reserve space for it. */
export interface PaymentModuleOffer {
  /** Wallets, and saved cards if there are any. */
  readonly has_express_payment?: boolean;
  /** A learner's stored cards are offered again. */
  readonly has_saved_cards?: boolean;
  /** The wallets can be opened before the address is known, and then return the address. */
  readonly has_wallet_addresses?: boolean;
  /** A wallet's approval is valid only for its opening amount, so it waits until delivery costs are known. */
  readonly has_fixed_wallet_amounts?: boolean;
}

/** The browser half of a payment module. */
export type OpenCardTokenizer = (
  settings: BrowserSettings,
  page: { readonly window: Window & typeof globalThis },
) => CardTokenizer;
