import type { Cents } from './money.ts';
import type { PaymentMethodSummary } from './payment.ts';

/** `pending` while a refund is being paid out; `refused` when the bank would not, and the shop looks after it. */
export type PaymentRecordState = 'paid' | 'pending' | 'refunded' | 'refused';

/** A charge or a refund in somebody's purchases (decisions §9 "Payment lists"). Amounts in cents. */
export interface PaymentRecord {
  readonly id: string;
  readonly kind: 'charge' | 'refund';
  /** ISO 8601. */
  readonly date: string;
  readonly order_code: string;
  readonly order_id: string;
  /** Title of the first line that it is about. */
  readonly title: string;
  /** Number of lines that it is about. */
  readonly items: number;
  /** What the payment method paid, or got back (below 0). */
  readonly amount: Cents;
  /** What a voucher or account credit paid, or got back (below 0). */
  readonly credit: Cents;
  readonly method: PaymentMethodSummary | null;
  readonly state: PaymentRecordState;
  /** Address of the invoice or its correction as PDF; works for a quarter of an hour without login. */
  readonly invoice_url: string | null;
}
