import type { Selectable, Transaction } from 'kysely';
import type { PaymentMethodSummary } from '#core/model/payment.ts';
import type { Locale } from '#core/model/values.ts';
import type { Database } from '#server/database/schema.ts';

export type OrderRow = Selectable<Database['orders']>;

export type OrderLineRow = Selectable<Database['order_lines']>;

/** Who caused a change of an order, for its history. */
export type OrderCause = 'buyer' | 'gateway' | 'background' | 'operator';

/** A payment method that was stored for renewals, with the provider that keeps it. */
export interface StoredCard {
  readonly vault_token: string;
  readonly vault_provider: string | null;
}

export interface OrderPaid {
  readonly order: OrderRow;
  readonly lines: readonly OrderLineRow[];
  /** The buyer's account, which the payment may have made. */
  readonly userId: string;
  readonly locale: Locale;
  readonly method: PaymentMethodSummary;
  readonly storedCard: StoredCard | null;
}

export interface OrderInvoiced {
  readonly order: OrderRow;
  readonly cause: OrderCause;
  /** Lines that gave the buyer nothing, because they had it already. */
  readonly doubled: readonly OrderLineRow[];
}

export interface ChargeRefused {
  /** `verified` again. */
  readonly order: OrderRow;
  readonly outcome: 'declined' | 'never_charged';
  readonly cause: OrderCause;
}

export interface OrderRefunded {
  readonly order: OrderRow;
  /** Lines of which pieces were taken back. */
  readonly lines: readonly OrderLineRow[];
  /** Ids of gift codes that were taken back. */
  readonly codes: readonly string[];
  readonly cause: 'withdrawal' | 'cancellation' | 'duplicate' | 'operator';
}

/**
 * An area that acts on what happens to orders, inside the transaction in which it happens. Subscribers are called one
 * after the other, in the order of their registration (`src/app/order-subscribers.ts`); an error undoes the transaction.
 */
export interface OrderSubscriber<Context> {
  /** Gives what was bought; answers the lines that gave nothing because the buyer had it already. */
  paid?(trx: Transaction<Database>, context: Context, event: OrderPaid): Promise<readonly OrderLineRow[]>;
  /** The paid order has its invoice, so money of it can go back. */
  invoiced?(trx: Transaction<Database>, context: Context, event: OrderInvoiced): Promise<void>;
  chargeRefused?(trx: Transaction<Database>, context: Context, event: ChargeRefused): Promise<void>;
  refunded?(trx: Transaction<Database>, context: Context, event: OrderRefunded): Promise<void>;
}
