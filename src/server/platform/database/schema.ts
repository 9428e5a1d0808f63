// Written by `npm run db:types` from the migrations. Run it again after a new migration.
import type { ColumnType } from 'kysely';

/** A column with a default: may be left out of an insert. */
type Generated<Value> =
  Value extends ColumnType<infer Read, infer Inserted, infer Updated>
    ? ColumnType<Read, Inserted | undefined, Updated>
    : ColumnType<Value, Value | undefined, Value>;

/** Written as JSON text, so that the driver does not take arrays for SQL arrays; read as the parsed value. */
type Json = ColumnType<unknown, string, string>;

interface Addresses {
  created_at: Date;
  fields: Json;
  id: string;
  is_default_billing: Generated<boolean>;
  is_default_shipping: Generated<boolean>;
  user_id: string;
}

interface ApiKeys {
  created_at: Date;
  created_by: string;
  id: string;
  last_used_at: Date | null;
  name: string;
  permissions: string[];
  revoked_at: Date | null;
  token_hash: Buffer;
}

interface AuditLog {
  action: string;
  actor_id: string | null;
  actor_kind: 'operator' | 'key' | 'command' | 'job';
  actor_name: string;
  after: Json | null;
  before: Json | null;
  happened_at: Date;
  id: string;
  network: string | null;
  record_id: string;
  record_type: string;
}

interface Backups {
  folder: string;
  id: Generated<string>;
  made_at: Date;
  rows: number;
}

interface BankTransferRefunds {
  amount_cents: number;
  asked_at: Date;
  attempt_key: string;
  refund_key: string;
  sent_at: Date | null;
}

interface BankTransfers {
  amount_cents: number;
  attempt_key: string;
  nonce: string | null;
  order_code: string;
  promised_at: Date;
  settled_at: Date | null;
  state: 'awaiting' | 'received' | 'closed';
}

interface Bundles {
  id: string;
  price_cents: number;
  product_ids: string[];
  texts: Json;
}

interface CartLines {
  cart_id: string;
  custom_properties: Generated<Json>;
  is_from_coupon: Generated<boolean>;
  position: number;
  product_id: string;
  quantity: number;
}

interface CartMerges {
  changes: Json;
  lines: Json | null;
  merge_id: string;
  merged_at: Date;
  user_id: string;
}

interface Carts {
  affiliate_code: string | null;
  billing_contact: Json | null;
  campaign: string | null;
  coupon_code: string | null;
  email: string | null;
  id: string;
  public_id: string;
  referral_code: string | null;
  shipping_address: Json | null;
  updated_at: Date;
  user_id: string | null;
  version: Generated<number>;
  voucher_id: string | null;
}

interface CatalogueRecords {
  changed_at: Date;
  draft: Json | null;
  is_on_sale: Generated<boolean>;
  loaded: Json | null;
  published: Json | null;
  slug: string;
  type: string;
  version: Generated<number>;
}

interface CatalogueVersions {
  change_id: string | null;
  fields: string[];
  number: number;
  publish_at: Date | null;
  saved_at: Date;
  slug: string;
  state: string;
  type: string;
  value: Json;
}

interface ChangedDays {
  day: string;
}

interface ChangedInvoiceDays {
  day: string;
}

interface ContactMessages {
  email: string;
  handled_at: Date | null;
  id: string;
  locale: string;
  message: string;
  name: string;
  order_code: string | null;
  received_at: Date;
  topic: string;
}

interface Contents {
  key: string;
  value: Json;
}

interface Counters {
  name: string;
  value: number;
}

interface CouponCodes {
  code: string;
  promotion_id: string;
}

interface CouponUses {
  customer: string;
  is_settled: Generated<boolean>;
  order_id: string;
  promotion_id: string;
}

interface DailySums {
  amount_cents: number;
  count: number;
  day: string;
  kind: string;
  subject: string;
  vat_cents: number;
}

interface Declarations {
  answered_at: Date | null;
  decision: Generated<Json>;
  declared_code: string;
  details: Json;
  email: string;
  id: string;
  kind: string;
  locale: string;
  name: string;
  order_id: string | null;
  received_at: Date;
  reference: string;
  state: string;
  subscription_id: string | null;
}

interface DigitalContents {
  course_id: string | null;
  gift_code_id: string | null;
  last_used_at: Date | null;
  opened_at: Date | null;
  opened_lesson_id: string | null;
  order_line_id: string;
}

interface Documents {
  content: Buffer;
  declaration_id: string | null;
  filename: string;
  key: string;
  order_id: string | null;
}

interface Entitlements {
  course_id: string;
  gift_code_id: string | null;
  granted_at: Date;
  id: string;
  order_id: string | null;
  revoked_at: Date | null;
  user_id: string;
}

interface FacetCounts {
  count: number;
  facet: string;
  kind: string;
}

interface FilmJobs {
  bytes: number | null;
  changed_at: Date;
  created_at: Date;
  error: string | null;
  fault: string | null;
  file_name: string;
  film_id: string;
  film_key: Buffer;
  id: string;
  leased_until: Date | null;
  lesson_id: string;
  percent: number;
  received: Generated<number>;
  source: string;
  state: string;
  step: string;
  version: string;
}

interface Films {
  checked_at: Date | null;
  facts: Json;
  id: string;
  key: Buffer;
  name: string;
  origin: string;
  published_at: Date | null;
  replaced_at: Date | null;
  version: string;
}

interface GiftCodes {
  balance_cents: Generated<number>;
  code: string;
  created_at: Date;
  deliver_on: string | null;
  delivery: Generated<string>;
  demo_removed_at: Date | null;
  greeting: string | null;
  id: string;
  initial_cents: Generated<number>;
  is_content: Generated<boolean>;
  is_demo: Generated<boolean>;
  is_promotional: Generated<boolean>;
  is_revoked_unpaid: Generated<boolean>;
  kind: string;
  opened_at: Date | null;
  order_line_id: string | null;
  product_id: string | null;
  recipient_email: string | null;
  recipient_name: string | null;
  redeemed_at: Date | null;
  redeemed_by: string | null;
  revoked_at: Date | null;
  sender_name: string | null;
}

interface GiveawayDraws {
  drawn_at: Date | null;
  entries: number | null;
  entries_digest: string | null;
  giveaway: string;
  noted_at: Date;
  seed: string;
  winners: number | null;
}

interface GiveawayEntries {
  email: string;
  entered_at: Date;
  giveaway: string;
  locale: string;
  place: number | null;
}

interface HelpTopics {
  locale: string;
  search: string;
  search_words: string;
  slug: string;
  teaser: string;
  title: string;
}

interface ImportRuns {
  begun_at: Date;
  finished_at: Date | null;
  rows: number;
  subject: string;
  written: number;
}

interface Invoices {
  corrects: string | null;
  facts: Json;
  id: string;
  issued_at: Date;
  kind: Generated<string>;
  number: string;
  order_id: string;
  refund_id: string | null;
}

interface InvoiceSums {
  country: string;
  day: string;
  gross_cents: number;
  kind: string;
  rate: number;
  supplied_on: string;
  vat_cents: number;
}

interface JobRuns {
  failed_at: Date | null;
  failure: string | null;
  failures: Generated<number>;
  finished_at: Date | null;
  name: string;
}

interface LatePayments {
  amount_cents: number | null;
  happened_at: Date;
  outcome: string;
  payment_attempt_id: string;
  step: string;
  transaction_id: string;
}

interface LessonFiles {
  content: Buffer;
  digest: string;
  ending: string;
  lesson_id: string;
  uploaded_at: Date;
}

interface LessonNotes {
  changed_at: Date;
  created_at: Date;
  id: string;
  lesson_id: string;
  position_seconds: number;
  text: string;
  user_id: string;
}

interface LessonProgress {
  is_finished: boolean;
  lesson_id: string;
  position_seconds: number;
  user_id: string;
  watched_at: Date;
}

interface Lessons {
  course_id: string;
  id: string;
  is_active: Generated<boolean>;
  is_free: boolean;
  length_seconds: number;
  part: number;
  position: number;
  texts: Json;
  was_shown: Generated<boolean>;
  worksheet: Json | null;
}

interface LessonWatching {
  day: string;
  failures: Generated<number>;
  finishes: Generated<number>;
  lesson_id: string;
  plays: Generated<number>;
  seconds: Generated<number>;
  tenths: Generated<number[]>;
}

interface MailTextVersions {
  change_id: string | null;
  changes: Json;
  is_published: boolean;
  mail: string;
  number: number;
  saved_at: Date;
}

interface Masters {
  firstname: string;
  lastname: string;
  picture: string;
  search_de: Generated<string>;
  search_en: Generated<string>;
  search_words: Generated<string>;
  slug: string;
  texts: Json;
}

interface NewsletterEvents {
  event: string;
  happened_at: Date;
  id: string;
  source: string;
  subscription_id: string;
  wording: Generated<string>;
}

interface NewsletterSubscriptions {
  confirmed_at: Date | null;
  email: string;
  id: string;
  locale: string;
  requested_at: Date;
  source: string;
  state: string;
  token_expires_at: Date | null;
  token_hash: Buffer | null;
  unsubscribed_at: Date | null;
}

interface OneTimeTokens {
  created_at: Date;
  expires_at: Date;
  facts: Generated<Json>;
  failed_guesses: Generated<number>;
  id: string;
  kind: string;
  token_hash: Buffer;
  used_at: Date | null;
  user_id: string;
}

interface Operators {
  created_at: Date;
  email: string;
  factor_salt: string;
  factor_step: Generated<number>;
  id: string;
  invitation_ends_at: Date | null;
  invitation_hash: Buffer | null;
  is_demo: Generated<boolean>;
  name: string;
  password_hash: string | null;
  recovery_hashes: Generated<Buffer[]>;
  removed_at: Date | null;
  role: 'owner' | 'support' | 'editor' | 'bookkeeper';
  state: 'invited' | 'active' | 'removed';
}

interface OperatorSessions {
  created_at: Date;
  device: string;
  ended_at: Date | null;
  id: string;
  last_used_at: Date;
  network: string;
  operator_id: string;
  proved_at: Date;
  token_hash: Buffer;
}

interface OrderEvents {
  cause: string;
  from_state: string | null;
  happened_at: Date;
  id: string;
  order_id: string;
  to_state: string;
}

interface OrderLines {
  category: string;
  custom_properties: Generated<Json>;
  discount_cents: number;
  id: string;
  included_vat_cents: number;
  is_gift_pdf: Generated<boolean>;
  is_shipped: boolean;
  kind: string;
  monthly_price_cents: number | null;
  order_id: string;
  picture: string;
  position: number;
  price_cents: number;
  product_id: string;
  quantity: number;
  slug: string;
  title: string;
  unit_price_cents: number;
  vat_rate: number;
}

interface OrderNotes {
  author: string;
  id: string;
  order_id: string;
  text: string;
  written_at: Date;
}

interface Orders {
  accepted_versions: Generated<Json>;
  affiliate_code: string | null;
  amount_due_cents: number;
  bank_transfer: Json | null;
  billing_address: Json | null;
  billing_contact: Json | null;
  bundle_discounts: Generated<Json>;
  cart_id: string | null;
  code: string;
  code_waiver_accepted_at: Date | null;
  completed_at: Date | null;
  confirmed_at: Date | null;
  confirmed_by: string | null;
  coupon_campaign: string | null;
  coupon_code: string | null;
  created_at: Date;
  credit_cents: number;
  delivered_at: Date | null;
  digital_vat_country: string | null;
  discount_cents: number;
  early_start_requested_at: Date | null;
  email: string;
  fulfilment: string;
  id: string;
  included_vat_cents: number;
  is_new_account: Generated<boolean>;
  last_decline: string | null;
  locale: string;
  needs_waiver: boolean;
  payment_due_at: Date | null;
  payment_method: Json | null;
  payment_reminded_at: Date | null;
  period_number: number | null;
  personal_data_deleted_at: Date | null;
  promotion_id: string | null;
  promotional_cents: Generated<number>;
  promotional_id: string | null;
  referral_code: string | null;
  shipped_at: Date | null;
  shipping_address: Json | null;
  shipping_cents: number;
  state: string;
  state_changed_at: Date;
  subscription_id: string | null;
  subtotal_cents: number;
  template: string;
  total_cents: number;
  user_id: string | null;
  vat_country: string | null;
  vat_shares: Json | null;
  voucher_id: string | null;
  waiver_accepted_at: Date | null;
}

interface Outbox {
  attempts: Generated<number>;
  created_at: Date;
  dedupe_key: string;
  due_at: Date;
  facts: Json;
  failed_at: Date | null;
  id: string;
  last_error: string | null;
  locale: string;
  personal_data_deleted_at: Date | null;
  recipient: string;
  repeats: string | null;
  sent_at: Date | null;
  template: string;
}

interface Pages {
  description: string;
  html: string;
  locale: string;
  plain: string;
  slug: string;
  title: string;
  version: string;
}

interface PageVersions {
  first_loaded_at: Date;
  html: string;
  issuer: Json | null;
  locale: string;
  plain: string;
  slug: string;
  title: string;
  version: string;
}

interface ParcelLines {
  order_line_id: string;
  parcel_id: string;
  quantity: number;
  returned: Generated<number>;
}

interface Parcels {
  carrier: string | null;
  id: string;
  number: number;
  order_id: string;
  sent_at: Date;
  tracking_code: string | null;
}

interface PasskeyChallenges {
  challenge_hash: Buffer;
  expires_at: Date;
  user_id: string | null;
}

interface Passkeys {
  created_at: Date;
  credential_id: string;
  id: string;
  is_synced: boolean;
  last_used_at: Date | null;
  name: string;
  public_key: Buffer;
  sign_count: number;
  transports: string[];
  user_id: string;
}

interface PaymentAttempts {
  action: Json | null;
  action_expires_at: Date | null;
  amount_cents: number;
  asked_again_at: Date | null;
  asked_at: Date | null;
  attempt_key: string;
  begun_from: Buffer | null;
  checks: Generated<number>;
  decline_reason: string | null;
  holds_most: Generated<boolean>;
  id: string;
  metadata: Json | null;
  method: Json | null;
  next_check_at: Date | null;
  nonce_hash: Buffer;
  number: number;
  order_id: string;
  provider: string | null;
  request_hash: Buffer | null;
  settled_at: Date | null;
  started_at: Date;
  state: string;
  transaction_id: string | null;
  vault_token: string | null;
}

interface PaymentNotices {
  amount_cents: number | null;
  happened_at: Date;
  is_open: Generated<boolean>;
  key: string;
  kind: string;
  payment_attempt_id: string | null;
  received_at: Date;
  transaction_id: string;
}

interface PictureFiles {
  content: Buffer;
  hash: string;
  height: number;
  width: number;
}

interface Pictures {
  checked_at: Date;
  crop: Json;
  focus: Json;
  hash: string;
  name: string;
  shape: string;
  uploaded_at: Date;
}

interface Posts {
  html: string;
  keywords: Generated<string[]>;
  picture: string;
  picture_alt: string;
  product_ids: Generated<string[]>;
  published_on: string;
  reading_minutes: number;
  search: string;
  search_words: string;
  seo_description: string;
  seo_title: string;
  slug: string;
  teaser: string;
  title: string;
  topic: string;
}

interface PriceLedger {
  kind: string;
  subject: string;
  terms: Json | null;
  valid_from: Date;
}

interface ProductCounts {
  count: number;
  facets: string;
  kind: string;
}

interface ProductRatings {
  highest: number;
  lowest: number;
  product_id: string;
  reviewers: number;
  stars_total: number;
}

interface Products {
  card: Json;
  category_identifier: string;
  companion_ids: Generated<string[]>;
  declared_stock: number | null;
  details: Json;
  facets: Generated<string>;
  group_identifier: string | null;
  id: string;
  is_active: Generated<boolean>;
  is_fixed_price: boolean;
  is_shipped: boolean;
  kind: string;
  master_slug: string | null;
  max_per_order: number | null;
  monthly_price_cents: number | null;
  no_bank_transfer: Generated<boolean>;
  picture: string;
  position: number;
  price_cents: number;
  published_on: string | null;
  search_de: string;
  search_en: string;
  search_words_de: string;
  search_words_en: string;
  slug: string;
  sold_recently: Generated<number>;
  stock: number | null;
  texts: Json;
  was_shown: Generated<boolean>;
}

interface Promotions {
  campaign: string | null;
  free_product_id: string | null;
  id: string;
  is_content: Generated<boolean>;
  is_first_purchase_only: Generated<boolean>;
  is_public: Generated<boolean>;
  kind: string;
  kinds: string[] | null;
  made_from: string | null;
  minimum_subtotal_cents: number | null;
  per_customer_limit: number | null;
  product_ids: string[] | null;
  total_limit: number | null;
  used: Generated<number>;
  valid_from: Date | null;
  valid_until: Date | null;
  value: number;
}

interface ProvisionRates {
  from_day: string;
  id: string;
  kind: string;
  rate: number;
  subject: string;
}

interface RateLimits {
  hits: number;
  key: string;
  window_started_at: Date;
}

interface Refunds {
  amount_cents: number;
  cause: string;
  checks: Generated<number>;
  created_at: Date;
  credit_cents: number;
  declaration_id: string | null;
  gateway_refund_id: string | null;
  id: string;
  lines: Json;
  next_check_at: Date | null;
  order_id: string;
  payment_attempt_id: string | null;
  promotional_cents: Generated<number>;
  provider: string | null;
  refund_key: string;
  settled_at: Date | null;
  state: string;
}

interface RegistrationSources {
  noted_at: Date;
  user_id: string;
  utm_campaign: string | null;
  utm_medium: string | null;
  utm_social: string | null;
  utm_source: string | null;
}

interface Reviews {
  answer: string | null;
  answered_at: Date | null;
  author: string;
  changed_at: Date;
  created_at: Date;
  hidden_at: Date | null;
  id: string;
  locale: string;
  product_id: string;
  stars: number;
  text: string;
  user_id: string;
  watched_percent: number | null;
}

interface SalesCounts {
  counted_on: string;
  is_only: Generated<boolean>;
}

interface SavedViews {
  created_at: Date;
  filters: Json;
  id: string;
  is_shared: boolean;
  name: string;
  operator_id: string;
  place: string;
}

interface Sessions {
  created_at: Date;
  device: Generated<string>;
  id: string;
  last_used_at: Date;
  refresh_hash: Buffer;
  revoked_at: Date | null;
  user_id: string;
}

interface StockReservations {
  order_id: string;
  product_id: string;
  quantity: number;
}

interface SubscriptionEvents {
  cause: string;
  event: string;
  from_status: string;
  happened_at: Date;
  id: string;
  subscription_id: string;
  to_status: string;
}

interface Subscriptions {
  anchor_day: number;
  cancelled_at: Date | null;
  code: string;
  created_at: Date;
  ended_at: Date | null;
  ends_on: string | null;
  failures: Generated<number>;
  free_periods: Generated<number>;
  gift_code_id: string | null;
  id: string;
  next_action_at: Date | null;
  order_id: string | null;
  paid_periods: Generated<number>;
  payment_method: Json | null;
  period_ends_at: Date;
  period_months: number;
  period_started_at: Date;
  price_cents: number;
  product_id: string;
  reminded_period: Generated<number>;
  renews: Generated<boolean>;
  started_on: string;
  status: string;
  user_id: string;
  vat_country: string | null;
  vault_provider: string | null;
  vault_token: string | null;
}

interface UploadedLessonFiles {
  checked_at: Date | null;
  content: Buffer;
  digest: string;
  id: string;
  name: string;
  replaced_at: Date | null;
  uploaded_at: Date;
}

interface Users {
  created_at: Date;
  declined_newsletter: Generated<boolean>;
  deleted_at: Date | null;
  email: string;
  email_confirmed_at: Date | null;
  firstname: Generated<string>;
  id: string;
  is_active: Generated<boolean>;
  is_demo: Generated<boolean>;
  is_registered_with_funnel: Generated<boolean>;
  lastname: Generated<string>;
  newsletter: Generated<boolean>;
  newsletter_requested_at: Date | null;
  password_hash: string | null;
  preferred_language: string;
  salutation: Generated<string>;
}

interface VoucherEntries {
  amount_cents: number;
  cause: string;
  gift_code_id: string;
  happened_at: Date;
  id: string;
  order_id: string | null;
  refund_id: string | null;
}

interface WebhookDeliveries {
  attempts: Generated<number>;
  body: string;
  created_at: Date;
  delivered_at: Date | null;
  due_at: Date;
  endpoint_id: string;
  event: string;
  event_id: string;
  failed_at: Date | null;
  last_result: string | null;
}

interface WebhookEndpoints {
  created_at: Date;
  disabled_at: Date | null;
  events: string[];
  failures: Generated<number>;
  id: string;
  paused_until: Date | null;
  url: string;
}

interface WishListItems {
  added_at: Date;
  product_id: string;
  user_id: string;
}

/** Every table of the shop. */
export interface Database {
  addresses: Addresses;
  api_keys: ApiKeys;
  audit_log: AuditLog;
  backups: Backups;
  bank_transfer_refunds: BankTransferRefunds;
  bank_transfers: BankTransfers;
  bundles: Bundles;
  cart_lines: CartLines;
  cart_merges: CartMerges;
  carts: Carts;
  catalogue_records: CatalogueRecords;
  catalogue_versions: CatalogueVersions;
  changed_days: ChangedDays;
  changed_invoice_days: ChangedInvoiceDays;
  contact_messages: ContactMessages;
  contents: Contents;
  counters: Counters;
  coupon_codes: CouponCodes;
  coupon_uses: CouponUses;
  daily_sums: DailySums;
  declarations: Declarations;
  digital_contents: DigitalContents;
  documents: Documents;
  entitlements: Entitlements;
  facet_counts: FacetCounts;
  film_jobs: FilmJobs;
  films: Films;
  gift_codes: GiftCodes;
  giveaway_draws: GiveawayDraws;
  giveaway_entries: GiveawayEntries;
  help_topics: HelpTopics;
  import_runs: ImportRuns;
  invoice_sums: InvoiceSums;
  invoices: Invoices;
  job_runs: JobRuns;
  late_payments: LatePayments;
  lesson_files: LessonFiles;
  lesson_notes: LessonNotes;
  lesson_progress: LessonProgress;
  lesson_watching: LessonWatching;
  lessons: Lessons;
  mail_text_versions: MailTextVersions;
  masters: Masters;
  newsletter_events: NewsletterEvents;
  newsletter_subscriptions: NewsletterSubscriptions;
  one_time_tokens: OneTimeTokens;
  operator_sessions: OperatorSessions;
  operators: Operators;
  order_events: OrderEvents;
  order_lines: OrderLines;
  order_notes: OrderNotes;
  orders: Orders;
  outbox: Outbox;
  page_versions: PageVersions;
  pages: Pages;
  parcel_lines: ParcelLines;
  parcels: Parcels;
  passkey_challenges: PasskeyChallenges;
  passkeys: Passkeys;
  payment_attempts: PaymentAttempts;
  payment_notices: PaymentNotices;
  picture_files: PictureFiles;
  pictures: Pictures;
  posts: Posts;
  price_ledger: PriceLedger;
  product_counts: ProductCounts;
  product_ratings: ProductRatings;
  products: Products;
  promotions: Promotions;
  provision_rates: ProvisionRates;
  rate_limits: RateLimits;
  refunds: Refunds;
  registration_sources: RegistrationSources;
  reviews: Reviews;
  sales_counts: SalesCounts;
  saved_views: SavedViews;
  sessions: Sessions;
  stock_reservations: StockReservations;
  subscription_events: SubscriptionEvents;
  subscriptions: Subscriptions;
  uploaded_lesson_files: UploadedLessonFiles;
  users: Users;
  voucher_entries: VoucherEntries;
  webhook_deliveries: WebhookDeliveries;
  webhook_endpoints: WebhookEndpoints;
  wish_list_items: WishListItems;
}
