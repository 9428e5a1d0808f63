import type { Selectable, Transaction } from 'kysely';
import type { PaymentMethodSummary } from '#core/model/payment.ts';
import type { Locale } from '#core/model/values.ts';
import type { Database } from '#server/platform/database/schema.ts';

export type OrderRow = Selectable<Database['orders']>;

export type OrderLineRow = Selectable<Database['order_lines']>;

/** Who caused a change of an order; stored in its history. */
export type OrderCause = 'buyer' | 'gateway' | 'background' | 'operator';

/** A payment method that was stored for renewals, with its payment provider. */
export interface StoredCard {
  readonly vault_token: string;
  readonly vault_provider: string | null;
}

export interface OrderPaid {
  readonly order: OrderRow;
  readonly lines: readonly OrderLineRow[];
  /** The buyer's account; created by the payment if necessary. Null for a guest whose order needs none. */
  readonly userId: string | null;
  readonly locale: Locale;
  readonly method: PaymentMethodSummary;
  readonly storedCard: StoredCard | null;
}

export interface OrderInvoiced {
  readonly order: OrderRow;
  readonly cause: OrderCause;
  /** Lines of courses or subscriptions that the buyer already had. */
  readonly doubled: readonly OrderLineRow[];
}

export interface ChargeRefused {
  /** In state `verified` again. */
  readonly order: OrderRow;
  readonly outcome: 'declined' | 'never_charged';
  readonly cause: OrderCause;
}

export interface OrderRefunded {
  readonly order: OrderRow;
  /** Lines of which units were taken back. */
  readonly lines: readonly OrderLineRow[];
  /** Ids of the revoked gift codes. */
  readonly codes: readonly string[];
  readonly cause: 'withdrawal' | 'cancellation' | 'duplicate' | 'operator';
}

/**
 * An area that reacts to changes of orders, inside the transaction of the change. Subscribers are called one after the
 * other, in the order of their registration (`src/app/wiring/order-subscribers.ts`); an error rolls the transaction
 * back.
 */
export interface OrderSubscriber<Context> {
  /** Delivers what was bought; returns the lines of things that the buyer already had. */
  paid?(trx: Transaction<Database>, context: Context, event: OrderPaid): Promise<readonly OrderLineRow[]>;
  /** The paid order has its invoice, so refunds are possible. */
  invoiced?(trx: Transaction<Database>, context: Context, event: OrderInvoiced): Promise<void>;
  chargeRefused?(trx: Transaction<Database>, context: Context, event: ChargeRefused): Promise<void>;
  refunded?(trx: Transaction<Database>, context: Context, event: OrderRefunded): Promise<void>;
}
