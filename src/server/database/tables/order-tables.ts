import type { ColumnType } from 'kysely';
import type { Defaulted, Instant, Json } from './columns.ts';

interface OrdersTable {
  id: string;
  code: string;
  token_hash: Buffer | null;
  cart_id: string | null;
  user_id: string | null;
  email: string;
  locale: string;
  template: string;
  state: string;
  fulfilment: string;
  subtotal_cents: number;
  discount_cents: number;
  shipping_cents: number;
  total_cents: number;
  credit_cents: number;
  amount_due_cents: number;
  included_vat_cents: number;
  coupon_code: string | null;
  promotion_id: string | null;
  voucher_id: string | null;
  shipping_address: ColumnType<unknown, string | null, string | null>;
  billing_address: ColumnType<unknown, string | null, string | null>;
  needs_waiver: boolean;
  waiver_accepted_at: Instant | null;
  accepted_versions: ColumnType<unknown, string | undefined, string>;
  payment_method: ColumnType<unknown, string | null, string | null>;
  is_new_account: Defaulted<boolean>;
  last_decline: string | null;
  referral_code: string | null;
  affiliate_code: string | null;
  created_at: Instant;
  state_changed_at: Instant;
  completed_at: Instant | null;
  subscription_id: Defaulted<string | null>;
  period_number: Defaulted<number | null>;
  tracking_code: Defaulted<string | null>;
  shipped_at: Defaulted<Instant | null>;
  delivered_at: Defaulted<Instant | null>;
  bank_transfer: ColumnType<unknown, string | null | undefined, string | null>;
  payment_due_at: Defaulted<Instant | null>;
  payment_reminded_at: Defaulted<Instant | null>;
}

interface OrderLinesTable {
  id: string;
  order_id: string;
  position: number;
  product_id: string;
  kind: string;
  slug: string;
  title: string;
  category: string;
  picture: string;
  quantity: number;
  unit_price_cents: number;
  price_cents: number;
  discount_cents: number;
  vat_rate: number;
  included_vat_cents: number;
  is_shipped: boolean;
  is_gift_pdf: Defaulted<boolean>;
  custom_properties: ColumnType<unknown, string | undefined, string>;
}

interface OrderEventsTable {
  id: string;
  order_id: string;
  from_state: string | null;
  to_state: string;
  cause: string;
  happened_at: Instant;
}

interface PaymentAttemptsTable {
  id: string;
  order_id: string;
  number: number;
  attempt_key: string;
  nonce_hash: Buffer;
  request_hash: Defaulted<Buffer | null>;
  amount_cents: number;
  state: string;
  transaction_id: string | null;
  decline_reason: string | null;
  method: ColumnType<unknown, string | null, string | null>;
  vault_token: string | null;
  started_at: Instant;
  settled_at: Instant | null;
  next_check_at: Instant | null;
  checks: Defaulted<number>;
  provider: Defaulted<string>;
}

interface PaymentNoticesTable {
  key: string;
  kind: string;
  transaction_id: string;
  payment_attempt_id: string | null;
  amount_cents: number | null;
  happened_at: Instant;
  received_at: Instant;
}

interface StockReservationsTable {
  order_id: string;
  product_id: string;
  quantity: number;
}

interface CouponUsesTable {
  order_id: string;
  promotion_id: string;
  customer: string;
  is_settled: Defaulted<boolean>;
}

interface EntitlementsTable {
  id: string;
  user_id: string;
  course_id: string;
  order_id: string | null;
  gift_code_id: Defaulted<string | null>;
  granted_at: Instant;
  revoked_at: Instant | null;
}

interface InvoicesTable {
  id: string;
  number: string;
  order_id: string;
  facts: Json;
  issued_at: Instant;
  kind: Defaulted<string>;
  corrects: Defaulted<string | null>;
  refund_id: Defaulted<string | null>;
}

interface CountersTable {
  name: string;
  value: number;
}

/** Orders, their payments, and what they hand out. */
export interface OrderTables {
  orders: OrdersTable;
  order_lines: OrderLinesTable;
  order_events: OrderEventsTable;
  payment_attempts: PaymentAttemptsTable;
  payment_notices: PaymentNoticesTable;
  stock_reservations: StockReservationsTable;
  coupon_uses: CouponUsesTable;
  entitlements: EntitlementsTable;
  invoices: InvoicesTable;
  counters: CountersTable;
}
