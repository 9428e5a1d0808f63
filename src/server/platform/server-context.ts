import type { Kysely, Transaction } from 'kysely';
import type { TransferAccount } from '#core/rules/payments/payment-rules.ts';
import type { ServerClock } from '#ports/clock.ts';
import type { ServerIds } from '#ports/ids.ts';
import type { Log } from '#ports/log.ts';
import type { MediaStorage } from '#ports/media-storage.ts';
import type { PasswordHasher } from '#ports/password-hasher.ts';
import type { PaymentGateway } from '#ports/payment-gateway.ts';
import type { Tracing } from '#ports/tracing.ts';
import type { Database } from '#server/platform/database/schema.ts';
import type { Actor } from './actor.ts';

/** The operator's settings, validated at the start (docs/behaviour/operations.md#settings). */
export interface ServerSettings {
  /** `demo` allows providers for trying out, `/dev/mail`, the test clock and demo data; `live` refuses all of them. */
  readonly mode: 'demo' | 'live';
  /** URL of the storefront without a trailing slash, for links in mails. */
  readonly siteUrl: string;
  /** Signs access tokens, unsubscribe links and film URLs; at least 32 bytes. */
  readonly tokenSecret: string;
  /** Folder for everything that is not in PostgreSQL, such as mails and invoices. */
  readonly dataDir: string;
  /**
   * Countries to which goods are shipped (ISO 3166-1 alpha-2), in place of those of `content/shop.yaml`; null: not set
   * (docs/behaviour/carts.md#delivery-countries).
   */
  readonly deliveryCountries: readonly string[] | null;
  /**
   * Header in which the operator's proxy sends the client address; null: the address of the connection is used. Clients
   * can forge every other header, so only this one is read.
   */
  readonly clientAddressHeader: string | null;
  /** What stands on the statements of buyers, at most 22 characters; null or absent: what the provider has. */
  readonly statementDescriptor?: string | null;
  /** Bank account for transfers and the days until one has to arrive; null: transfers are not offered. */
  readonly bankTransfer: (TransferAccount & { readonly term_days: number }) | null;
  /** Whether a payment module offers wallets. */
  readonly hasWallets: boolean;
  /** Where ffmpeg is looked for; absent: films are not made. */
  readonly ffmpegPaths?: readonly string[];
  /** Whether films are made as AV1 too, where ffmpeg can. */
  readonly filmAv1?: boolean;
  /** Where camera files from the back office are kept until their films are made, and the most bytes of one. */
  readonly filmUploads: { readonly folder: string; readonly mostBytes: number };
  /** Whether mails are written instead of sent, and `/dev/mail` shows them. */
  readonly hasMailbox: boolean;
  /** Where operators work: at this host only (null: at that of the shop), below this path. */
  readonly backOffice: { readonly host: string | null; readonly path: string };
}

/** A page as a guest gets it, without scripts, and the Content-Security-Policy under which it is shown. */
export interface RenderedPage {
  readonly status: number;
  readonly html: string;
  readonly policy: string;
}

/**
 * Renders the page at a path, with the locale, reading the database by `db` only. `loaded` is called when everything is
 * read, before the page is rendered: `db` is not used any more.
 */
export type PageRenderer = (
  db: Transaction<Database>,
  path: string,
  loaded: () => Promise<void>,
) => Promise<RenderedPage>;

/** The configuration, as operators see it. */
interface Configuration {
  /** The variables that are set; null instead of a secret value. */
  readonly settings: Readonly<Record<string, string | null>>;
  readonly modules: readonly { readonly kind: string; readonly name: string }[];
}

/**
 * Dependencies of all services. One per process; contains nothing that belongs to one request, except `actor` in the
 * copy that an operator's call or a command works with. Areas that need more add it: `CartContext`, `OrderContext`.
 */
export interface ServerContext {
  readonly db: Kysely<Database>;
  readonly clock: ServerClock;
  readonly ids: ServerIds;
  readonly passwords: PasswordHasher;
  /** Gateways of new payments, in the order in which shoppers see them; at least one charges cards. */
  readonly gateways: readonly PaymentGateway[];
  /** Gateways of earlier providers: only for their own payments, refunds and stored cards. */
  readonly pastGateways: readonly PaymentGateway[];
  /** The films: `<lesson>.webm`, `.mp4`, `.svg`, `.<locale>.vtt` and `.<locale>.txt`. */
  readonly media: MediaStorage;
  readonly settings: ServerSettings;
  readonly log: Log;
  /** Where traces begin; absent: there are none. */
  readonly tracing?: Tracing;
  /** Renders a page of the shop from the state of a transaction; absent: there are no pages. */
  readonly renderPage?: PageRenderer;
  /** What the shop was configured with, without secrets; absent: nobody asks. */
  readonly readConfiguration?: () => Promise<Configuration>;
  /** Whose changes the audit log notes; absent: a job's. */
  readonly actor?: Actor;
  /** Passes at the next moment at which a response that hides how long its work took may be sent. */
  nextResponseStep(): Promise<unknown>;
}
