import type { Kysely } from 'kysely';
import type { TransferAccount } from '#core/rules/payment.ts';
import type { Log } from '#ports/log.ts';
import type { PasswordHasher } from '#ports/password-hasher.ts';
import type { CardGateway, PaymentGateway } from '#ports/payment-gateway.ts';
import type { Clock } from '#ports/server-clock.ts';
import type { Ids } from '#ports/server-ids.ts';
import type { Database } from '#server/database/schema.ts';
import type { OrderSubscriber } from '#server/order-events.ts';

/** What an operator decides, checked at the start (docs/behaviour/operations.md#settings). */
export interface ServerSettings {
  /** `demo` allows the sandbox provider, `/dev/mail`, the test clock and demo data; `live` refuses all of them. */
  readonly mode: 'demo' | 'live';
  /** Address of the storefront without a slash at its end, for links in mails. */
  readonly siteUrl: string;
  /** Signs access tokens, unsubscribe links and addresses of films; 32 bytes or more. */
  readonly tokenSecret: string;
  /** Folder for everything that is not in PostgreSQL: mails, invoices. */
  readonly dataDir: string;
  /** Folder of the films: `<lesson>.webm`, `.mp4`, `.svg` and `.<locale>.vtt`. */
  readonly mediaDir: string;
  /**
   * Countries goods are sent to, ISO 3166-1 alpha-2, in place of those of `content/shop.yaml`; null for these
   * (docs/behaviour/cart.md#delivery-countries).
   */
  readonly deliveryCountries: readonly string[] | null;
  /**
   * Header that the operator's own proxy sets to the caller's address, or null. Only a named header is believed:
   * limits by address count the connection's own address otherwise.
   */
  readonly clientAddressHeader: string | null;
  /** The shop's account for prepayment and the days a buyer has for it; null: not offered. */
  readonly bankTransfer: (TransferAccount & { readonly term_days: number }) | null;
}

/** What every service of the server works with. One per process; nothing in it belongs to one request. */
export interface ServerContext {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly passwords: PasswordHasher;
  /** Charges cards and wallets for new payments. */
  readonly paymentGateway: CardGateway;
  /** Earlier providers, each for its own payments, refunds and stored cards; never for new payments. */
  readonly pastGateways: readonly CardGateway[];
  /** Keeps the promised transfers; there even while none is offered, because earlier ones may come or go back. */
  readonly transferGateway: PaymentGateway;
  /** What other areas do when an order is paid, refused or refunded. */
  readonly orderSubscribers: readonly OrderSubscriber<ServerContext>[];
  readonly settings: ServerSettings;
  readonly log: Log;
}
