import type { PostalAddress } from './address.ts';
import type { TransferInstructions } from './bank-transfer.ts';
import type { Cents } from './money.ts';
import type { PaymentMethodSummary } from './payment.ts';
import type { ProductKind } from './product.ts';

/** States of an order (decisions §4); the life cycle table stands in order-life-cycle.ts. */
export const orderStates = [
  'draft',
  'verified',
  'charging',
  'unknown',
  'awaiting_payment',
  'paid',
  'expired',
  'voided',
  'refunded',
] as const;

export type OrderState = (typeof orderStates)[number];

/** Fulfilment of goods, a state of its own (decisions §4). */
export const fulfilmentStates = ['none', 'open', 'shipped', 'delivered'] as const;

export type FulfilmentState = (typeof fulfilmentStates)[number];

/** Mail templates an order may name (decisions §4). */
export const orderTemplates = ['order', 'gift', 'subscription'] as const;

export type OrderTemplate = (typeof orderTemplates)[number];

/** A line of an order; amounts in cents, `code` only once the order is paid. */
export interface OrderLine {
  readonly id: string;
  readonly kind: ProductKind;
  readonly slug: string;
  readonly title: string;
  readonly category: string;
  readonly picture: string;
  readonly quantity: number;
  readonly price: Cents;
  readonly discount: Cents;
  readonly vat_rate: number;
  readonly is_shipped: boolean;
  readonly code: string | null;
}

/** An order as its buyer sees it (specification §3 "Order response", decisions §4). Amounts in cents, times in ISO 8601. */
export interface Order {
  readonly id: string;
  readonly code: string;
  readonly state: OrderState;
  readonly fulfilment: FulfilmentState;
  readonly email: string;
  readonly template: OrderTemplate;
  readonly products: readonly OrderLine[];
  readonly subtotal: Cents;
  readonly discount: Cents;
  readonly coupon_code: string | null;
  readonly shipping_cost: Cents;
  readonly total: Cents;
  readonly credit: Cents;
  readonly amount_due: Cents;
  readonly included_vat: Cents;
  readonly shipping_address: PostalAddress | null;
  readonly billing_address: PostalAddress | null;
  readonly payment_method: PaymentMethodSummary | null;
  /** Digital content starts at once, so consent to losing the right of withdrawal is needed (decisions §8). */
  readonly needs_waiver: boolean;
  readonly created_at: string;
  readonly completed_at: string | null;
  readonly is_new_account: boolean;
  /** Why the last attempt failed while the order is open again. */
  readonly last_decline: string | null;
  /** Where the money goes, while the order waits for a bank transfer; absent otherwise. */
  readonly bank_transfer?: TransferInstructions | undefined;
}

/** An order is completed once `completed_at` is there; that is what starts purchase tracking (specification §4). */
export function isCompleted(order: { readonly completed_at: string | null }): boolean {
  return order.completed_at !== null;
}
