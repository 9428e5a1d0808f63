import type { ColumnType } from 'kysely';

/** Written as a Date, read as a Date. */
type Instant = Date;

/** JSON is handed over as text, so that arrays are not mistaken for SQL arrays, and read as parsed. */
type Json = ColumnType<unknown, string, string>;

/** A column with a default: may be left out when inserting. */
type Defaulted<Value> = ColumnType<Value, Value | undefined, Value>;

interface MastersTable {
  slug: string;
  firstname: string;
  lastname: string;
  picture: string;
  texts: Json;
}

interface ProductsTable {
  id: string;
  kind: string;
  slug: string;
  position: number;
  price_cents: number;
  monthly_price_cents: number | null;
  stock: number | null;
  declared_stock: number | null;
  max_per_order: number | null;
  is_shipped: boolean;
  is_price_bound: boolean;
  is_active: Defaulted<boolean>;
  master_slug: string | null;
  category_identifier: string;
  group_identifier: string | null;
  picture: string;
  card: Json;
  texts: Json;
  details: Json;
  companion_ids: Defaulted<string[]>;
  search_de: string;
  search_en: string;
  search_words_de: string;
  search_words_en: string;
}

interface PriceHistoryTable {
  product_id: string;
  valid_from: Instant;
  price_cents: number;
}

interface LessonsTable {
  id: string;
  course_id: string;
  position: number;
  part: number;
  length_seconds: number;
  is_free: boolean;
  is_active: Defaulted<boolean>;
  texts: Json;
}

interface BundlesTable {
  id: string;
  product_ids: string[];
  price_cents: number;
  texts: Json;
}

interface PagesTable {
  slug: string;
  locale: string;
  title: string;
  description: string;
  html: string;
  plain: string;
  version: string;
}

interface ContentsTable {
  key: string;
  value: Json;
}

interface UsersTable {
  id: string;
  email: string;
  password_hash: string | null;
  firstname: Defaulted<string>;
  lastname: Defaulted<string>;
  salutation: Defaulted<string>;
  is_active: Defaulted<boolean>;
  newsletter: Defaulted<boolean>;
  newsletter_wished_at: Defaulted<Instant | null>;
  declined_newsletter: Defaulted<boolean>;
  preferred_language: string;
  is_registered_with_funnel: Defaulted<boolean>;
  created_at: Instant;
}

interface SessionsTable {
  id: string;
  user_id: string;
  refresh_hash: Buffer;
  created_at: Instant;
  last_used_at: Instant;
  revoked_at: Instant | null;
}

interface AddressesTable {
  id: string;
  user_id: string;
  fields: Json;
  is_default_shipping: Defaulted<boolean>;
  is_default_billing: Defaulted<boolean>;
  created_at: Instant;
}

interface OneTimeTokensTable {
  id: string;
  kind: string;
  user_id: string;
  token_hash: Buffer;
  created_at: Instant;
  expires_at: Instant;
  used_at: Instant | null;
  failed_guesses: Defaulted<number>;
}

interface RateLimitsTable {
  key: string;
  window_started_at: Instant;
  hits: number;
}

interface LessonProgressTable {
  user_id: string;
  lesson_id: string;
  position_seconds: number;
  is_finished: boolean;
  watched_at: Instant;
}

interface PromotionsTable {
  id: string;
  kind: string;
  value: number;
  valid_from: Instant | null;
  valid_until: Instant | null;
  total_limit: number | null;
  used: Defaulted<number>;
  per_customer_limit: number | null;
  minimum_subtotal_cents: number | null;
  product_ids: string[] | null;
  kinds: string[] | null;
  campaign: string | null;
  free_product_id: string | null;
  is_content: Defaulted<boolean>;
}

interface CouponCodesTable {
  code: string;
  promotion_id: string;
}

interface GiftCodesTable {
  id: string;
  code: string;
  kind: string;
  product_id: string | null;
  initial_cents: Defaulted<number>;
  balance_cents: Defaulted<number>;
  order_line_id: string | null;
  redeemed_by: string | null;
  redeemed_at: Instant | null;
  revoked_at: Instant | null;
  created_at: Instant;
  is_content: Defaulted<boolean>;
}

interface CartsTable {
  id: string;
  public_id: string;
  user_id: string | null;
  email: string | null;
  shipping_address: ColumnType<unknown, string | null, string | null>;
  coupon_code: string | null;
  campaign: string | null;
  voucher_id: string | null;
  referral_code: string | null;
  affiliate_code: string | null;
  updated_at: Instant;
}

interface CartLinesTable {
  cart_id: string;
  product_id: string;
  quantity: number;
  custom_properties: ColumnType<unknown, string | undefined, string>;
  position: number;
  is_from_coupon: Defaulted<boolean>;
}

interface CartMergesTable {
  user_id: string;
  merge_id: string;
  changes: Json;
  merged_at: Instant;
}

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

interface VoucherEntriesTable {
  id: string;
  gift_code_id: string;
  order_id: string | null;
  amount_cents: number;
  cause: string;
  happened_at: Instant;
}

interface EntitlementsTable {
  id: string;
  user_id: string;
  course_id: string;
  order_id: string | null;
  granted_at: Instant;
  revoked_at: Instant | null;
}

interface SubscriptionsTable {
  id: string;
  user_id: string;
  product_id: string;
  order_id: string;
  contract_code: string;
  status: string;
  anchor_day: number;
  period_started_at: Instant;
  period_ends_at: Instant;
  vault_token: string | null;
  created_at: Instant;
}

interface InvoicesTable {
  id: string;
  number: string;
  order_id: string;
  facts: Json;
  issued_at: Instant;
}

interface CountersTable {
  name: string;
  value: number;
}

interface OutboxTable {
  id: string;
  template: string;
  recipient: string;
  locale: string;
  facts: Json;
  dedupe_key: string;
  created_at: Instant;
  due_at: Instant;
  attempts: Defaulted<number>;
  sent_at: Instant | null;
  failed_at: Instant | null;
  last_error: string | null;
}

/** Every table of the shop, as the migrations make them. */
export interface Database {
  masters: MastersTable;
  products: ProductsTable;
  price_history: PriceHistoryTable;
  lessons: LessonsTable;
  bundles: BundlesTable;
  pages: PagesTable;
  contents: ContentsTable;
  users: UsersTable;
  sessions: SessionsTable;
  addresses: AddressesTable;
  one_time_tokens: OneTimeTokensTable;
  rate_limits: RateLimitsTable;
  lesson_progress: LessonProgressTable;
  promotions: PromotionsTable;
  coupon_codes: CouponCodesTable;
  gift_codes: GiftCodesTable;
  carts: CartsTable;
  cart_lines: CartLinesTable;
  cart_merges: CartMergesTable;
  orders: OrdersTable;
  order_lines: OrderLinesTable;
  order_events: OrderEventsTable;
  payment_attempts: PaymentAttemptsTable;
  stock_reservations: StockReservationsTable;
  coupon_uses: CouponUsesTable;
  voucher_entries: VoucherEntriesTable;
  entitlements: EntitlementsTable;
  subscriptions: SubscriptionsTable;
  invoices: InvoicesTable;
  counters: CountersTable;
  outbox: OutboxTable;
}
