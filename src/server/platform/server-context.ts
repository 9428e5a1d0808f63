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
  /** `demo` allows test providers, `/dev/mail`, the test clock and demo data; `live` refuses all of them. */
  readonly mode: 'demo' | 'live';
  /** URL of the storefront without a trailing slash, for links in mails. */
  readonly siteUrl: string;
  /** Signs access tokens, unsubscribe links and film URLs; at least 32 bytes. */
  readonly tokenSecret: string;
  /** Folder for everything that is not in PostgreSQL, such as mails and invoices. */
  readonly dataDir: string;
  /**
   * Countries to which goods are shipped (ISO 3166-1 alpha-2), in place of those of the shop data; null: not set
   * (docs/behaviour/carts.md#delivery-countries).
   */
  readonly deliveryCountries: readonly string[] | null;
  /**
   * Header in which the operator's proxy sends the client address; null: the address of the connection is used. Clients
   * can forge every other header, so only this one is read.
   */
  readonly clientAddressHeader: string | null;
  /** Text on the bank statements of buyers, at most 22 characters; null or absent: the setting at the provider. */
  readonly statementDescriptor?: string | null;
  /** Bank account for transfers and the days until one has to arrive; null: transfers are not offered. */
  readonly bankTransfer: (TransferAccount & { readonly term_days: number }) | null;
  /** Whether a payment module offers wallets. */
  readonly hasWallets: boolean;
  /** Paths at which ffmpeg is searched; absent: films are not made. */
  readonly ffmpegPaths?: readonly string[];
  /** Whether films are also made as AV1, if ffmpeg can. */
  readonly filmAv1?: boolean;
  /** Folder of camera files from the back office until their films are made, and the maximum size of one in bytes. */
  readonly filmUploads: { readonly folder: string; readonly mostBytes: number };
  /** Whether mails are written to files instead of sent; `/dev/mail` shows them. */
  readonly hasMailbox: boolean;
  /** Host of the back office (null: that of the shop) and the path below which it is. */
  readonly backOffice: { readonly host: string | null; readonly path: string };
}

/** A page as a guest gets it, without scripts, and its Content-Security-Policy. */
export interface RenderedPage {
  readonly status: number;
  readonly html: string;
  readonly policy: string;
}

/**
 * Renders the page at a path, which has the locale, and reads the database through `db` only. `loaded` is called when
 * all data is read, before the page is rendered: `db` is not used any more.
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
 * copy for an operator's request or a command. Areas that need more add it: `CartContext`, `OrderContext`.
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
  /** Begins traces; absent: nothing is traced. */
  readonly tracing?: Tracing;
  /** Renders a page of the shop from the state of a transaction; absent: there are no pages. */
  readonly renderPage?: PageRenderer;
  /** Reads the configuration of the shop, without secrets; absent if nobody needs it. */
  readonly readConfiguration?: () => Promise<Configuration>;
  /** Author of changes in the audit log; absent: a job. */
  readonly actor?: Actor;
  /** Resolves at the next moment at which a constant-time response may be sent. */
  nextResponseStep(): Promise<unknown>;
}
