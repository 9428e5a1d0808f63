import type { Kysely } from 'kysely';
import type { TransferAccount } from '#core/rules/payment.ts';
import type { ServerClock } from '#ports/clock.ts';
import type { ServerIds } from '#ports/ids.ts';
import type { Log } from '#ports/log.ts';
import type { MediaStorage } from '#ports/media-storage.ts';
import type { PasswordHasher } from '#ports/password-hasher.ts';
import type { PaymentGateway } from '#ports/payment-gateway.ts';
import type { KeptCatalogue } from '#server/carts/pricing-catalogue.ts';
import type { Database } from '#server/database/schema.ts';
import type { OrderSubscriber } from '#server/order-events.ts';

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
   * (docs/behaviour/cart.md#delivery-countries).
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
}

/** Dependencies of all services. One per process; contains nothing that belongs to one request. */
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
  /** Areas that react to paid, refused and refunded orders. */
  readonly orderSubscribers: readonly OrderSubscriber<ServerContext>[];
  readonly settings: ServerSettings;
  /** What carts are priced with, from memory. */
  readonly catalogue: KeptCatalogue;
  readonly log: Log;
}
