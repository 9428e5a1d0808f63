-- All amounts are integer euro cents. All times are timestamptz, written from the host's clock, never by now().
create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- Catalogue, loaded from the content files -------------------------------------------------------------------

create table masters (
  slug text primary key,
  firstname text not null,
  lastname text not null,
  picture text not null,
  texts jsonb not null
);

create table products (
  id text primary key,
  kind text not null check (kind in ('course', 'book', 'gift', 'voucher', 'gift_box', 'membership', 'subscription')),
  -- Checked at the end of a load, so that two products may swap addresses.
  slug text not null unique deferrable initially deferred,
  position integer not null,
  price_cents integer not null check (price_cents >= 0),
  monthly_price_cents integer check (monthly_price_cents >= 0),
  -- null: never runs out
  stock integer check (stock >= 0),
  -- What the content files say; a load only sets stock when this changed, or sold pieces would come back.
  declared_stock integer,
  max_per_order integer check (max_per_order > 0),
  is_shipped boolean not null,
  is_price_bound boolean not null,
  is_active boolean not null default true,
  master_slug text references masters (slug),
  category_identifier text not null,
  group_identifier text,
  picture text not null,
  -- The short texts of lists and carts by language; small, so that lists never unpack whole pages.
  card jsonb not null,
  texts jsonb not null,
  details jsonb not null,
  companion_ids text[] not null default '{}',
  search_de tsvector not null,
  search_en tsvector not null,
  -- Title, master and discipline without accents, for typing errors.
  search_words_de text not null,
  search_words_en text not null
);

create index products_by_kind on products (kind, position, id) where is_active;
create index products_by_group on products (group_identifier, position, id) where is_active;
create index products_counted on products (kind, group_identifier) where is_active;
create index products_search_de on products using gin (search_de);
create index products_search_en on products using gin (search_en);
create index products_words_de on products using gin (search_words_de gin_trgm_ops);
create index products_words_en on products using gin (search_words_en gin_trgm_ops);

create table price_history (
  product_id text not null references products (id),
  valid_from timestamptz not null,
  price_cents integer not null,
  primary key (product_id, valid_from)
);

create table lessons (
  id text primary key,
  course_id text not null references products (id),
  position integer not null,
  part integer not null,
  length_seconds integer not null,
  is_free boolean not null,
  -- A lesson that is gone keeps its row, because progress hangs on it.
  is_active boolean not null default true,
  texts jsonb not null
);
create index lessons_by_course on lessons (course_id, position);

create table bundles (
  id text primary key,
  product_ids text[] not null,
  price_cents integer not null,
  texts jsonb not null
);

create table pages (
  slug text not null,
  locale text not null,
  title text not null,
  description text not null,
  html text not null,
  -- The same without mark-up, for mails.
  plain text not null,
  version text not null,
  primary key (slug, locale)
);

-- Shop facts, the announcement bar and the checksum of the loaded content files.
create table contents (
  key text primary key,
  value jsonb not null
);

-- Accounts --------------------------------------------------------------------------------------------------

create table users (
  id uuid primary key,
  -- normalised: trimmed, lower case
  email text not null unique,
  password_hash text,
  firstname text not null default '',
  lastname text not null default '',
  salutation text not null default 'none',
  is_active boolean not null default true,
  newsletter boolean not null default false,
  -- The box was ticked; `newsletter` waits for the confirmation by mail.
  newsletter_wished_at timestamptz,
  declined_newsletter boolean not null default false,
  preferred_language text not null,
  is_registered_with_funnel boolean not null default false,
  created_at timestamptz not null
);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  refresh_hash bytea not null unique,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  revoked_at timestamptz
);
create index sessions_by_user on sessions (user_id) where revoked_at is null;

create table addresses (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  fields jsonb not null,
  is_default_shipping boolean not null default false,
  is_default_billing boolean not null default false,
  created_at timestamptz not null
);
create index addresses_by_user on addresses (user_id, created_at);
create unique index one_default_shipping on addresses (user_id) where is_default_shipping;
create unique index one_default_billing on addresses (user_id) where is_default_billing;

-- Links and six-digit codes sent by mail; only hashes are kept.
create table one_time_tokens (
  id uuid primary key,
  kind text not null check (kind in ('password', 'login_code')),
  user_id uuid not null references users (id) on delete cascade,
  token_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  failed_guesses integer not null default 0
);
create index one_time_tokens_by_hash on one_time_tokens (kind, token_hash);
create index one_time_tokens_by_user on one_time_tokens (user_id, kind);

create table rate_limits (
  key text primary key,
  window_started_at timestamptz not null,
  hits integer not null
);
create index rate_limits_by_age on rate_limits (window_started_at);

create table lesson_progress (
  user_id uuid not null references users (id) on delete cascade,
  lesson_id text not null references lessons (id),
  position_seconds integer not null,
  is_finished boolean not null,
  watched_at timestamptz not null,
  primary key (user_id, lesson_id)
);

-- Coupons, gift codes, vouchers -----------------------------------------------------------------------------

-- Rules and limits; several codes may share one promotion and so its limit.
create table promotions (
  id text primary key,
  kind text not null check (kind in ('percent', 'fixed', 'free_shipping', 'free_product')),
  value integer not null,
  valid_from timestamptz,
  valid_until timestamptz,
  total_limit integer,
  used integer not null default 0,
  per_customer_limit integer,
  minimum_subtotal_cents integer,
  product_ids text[],
  kinds text[],
  campaign text,
  free_product_id text references products (id),
  -- Comes from the content files, and goes with them.
  is_content boolean not null default false,
  check (total_limit is null or used <= total_limit)
);

create table coupon_codes (
  code text primary key,
  promotion_id text not null references promotions (id)
);

create table gift_codes (
  id uuid primary key,
  code text not null unique,
  kind text not null check (kind in ('gift', 'voucher')),
  product_id text references products (id),
  initial_cents integer not null default 0,
  balance_cents integer not null default 0 check (balance_cents >= 0),
  order_line_id uuid,
  redeemed_by uuid references users (id),
  redeemed_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null,
  -- Comes from the content files, and goes with them while nobody has used it.
  is_content boolean not null default false
);
create index gift_codes_by_order_line on gift_codes (order_line_id);

-- Carts -----------------------------------------------------------------------------------------------------

create table carts (
  id uuid primary key,
  -- bundle_cart_unique_id: 128 random bits
  public_id text not null unique,
  -- one cart per user; null for a guest's
  user_id uuid unique references users (id) on delete cascade,
  email text,
  shipping_address jsonb,
  coupon_code text,
  campaign text,
  voucher_id uuid references gift_codes (id),
  referral_code text,
  affiliate_code text,
  updated_at timestamptz not null
);

create table cart_lines (
  cart_id uuid not null references carts (id) on delete cascade,
  product_id text not null references products (id),
  quantity integer not null check (quantity >= 1),
  custom_properties jsonb not null default '{}',
  position integer not null,
  -- put there by a free-product coupon; leaves with it
  is_from_coupon boolean not null default false,
  primary key (cart_id, product_id)
);

create table cart_merges (
  user_id uuid not null references users (id) on delete cascade,
  merge_id uuid not null,
  changes jsonb not null,
  merged_at timestamptz not null,
  primary key (user_id, merge_id)
);

-- Orders ----------------------------------------------------------------------------------------------------

create table orders (
  id uuid primary key,
  code text not null unique,
  -- proves a guest to be the buyer
  token_hash bytea,
  cart_id uuid references carts (id) on delete set null,
  user_id uuid references users (id),
  email text not null,
  locale text not null,
  template text not null,
  state text not null check (state in
    ('draft', 'verified', 'charging', 'unknown', 'awaiting_payment', 'paid', 'expired', 'voided', 'refunded')),
  fulfilment text not null check (fulfilment in ('none', 'open', 'shipped', 'delivered')),
  subtotal_cents integer not null,
  discount_cents integer not null,
  shipping_cents integer not null,
  total_cents integer not null check (total_cents >= 0),
  credit_cents integer not null,
  amount_due_cents integer not null check (amount_due_cents >= 0),
  included_vat_cents integer not null,
  coupon_code text,
  promotion_id text references promotions (id),
  voucher_id uuid references gift_codes (id),
  shipping_address jsonb,
  billing_address jsonb,
  needs_waiver boolean not null,
  waiver_accepted_at timestamptz,
  -- versions of the legal pages that were accepted with the order
  accepted_versions jsonb not null default '{}',
  payment_method jsonb,
  is_new_account boolean not null default false,
  last_decline text,
  referral_code text,
  affiliate_code text,
  created_at timestamptz not null,
  state_changed_at timestamptz not null,
  completed_at timestamptz
);
-- Two tabs make one order (docs/behaviour/checkout-and-payment.md#one-open-order-per-cart).
create unique index one_open_order_per_cart on orders (cart_id)
  where state in ('draft', 'verified', 'charging', 'unknown', 'awaiting_payment');
create index orders_by_user on orders (user_id, created_at desc);
create index orders_by_email on orders (email, created_at desc);
create index orders_unsettled on orders (state_changed_at) where state in ('charging', 'unknown');

create table order_lines (
  id uuid primary key,
  order_id uuid not null references orders (id) on delete cascade,
  position integer not null,
  product_id text not null references products (id),
  kind text not null,
  slug text not null,
  title text not null,
  category text not null,
  picture text not null,
  quantity integer not null,
  unit_price_cents integer not null,
  price_cents integer not null,
  discount_cents integer not null,
  vat_rate integer not null,
  included_vat_cents integer not null,
  is_shipped boolean not null,
  is_gift_pdf boolean not null default false,
  custom_properties jsonb not null default '{}',
  unique (order_id, position)
);

create table order_events (
  id uuid primary key,
  order_id uuid not null references orders (id) on delete cascade,
  from_state text,
  to_state text not null,
  cause text not null,
  happened_at timestamptz not null
);
create index order_events_by_order on order_events (order_id, happened_at);

create table payment_attempts (
  id uuid primary key,
  order_id uuid not null references orders (id) on delete cascade,
  number integer not null,
  -- what the gateway knows the attempt by
  attempt_key text not null unique,
  nonce_hash bytea not null,
  amount_cents integer not null,
  state text not null check (state in ('charging', 'unknown', 'charged', 'declined', 'never_charged')),
  transaction_id text,
  decline_reason text,
  method jsonb,
  vault_token text,
  started_at timestamptz not null,
  settled_at timestamptz,
  next_check_at timestamptz,
  checks integer not null default 0,
  unique (order_id, nonce_hash),
  unique (order_id, number)
);
-- No new attempt while one is charging or unknown (docs/behaviour/checkout-and-payment.md#payment-attempt).
create unique index one_running_attempt on payment_attempts (order_id) where state in ('charging', 'unknown');
create index attempts_to_check on payment_attempts (next_check_at) where state in ('charging', 'unknown');

create table stock_reservations (
  order_id uuid not null references orders (id) on delete cascade,
  product_id text not null references products (id),
  quantity integer not null,
  primary key (order_id, product_id)
);

create table coupon_uses (
  order_id uuid primary key references orders (id) on delete cascade,
  promotion_id text not null references promotions (id),
  -- normalised e-mail, so that limits per customer hold for guests too
  customer text not null,
  is_settled boolean not null default false
);
create index coupon_uses_by_customer on coupon_uses (promotion_id, customer);

create table voucher_entries (
  id uuid primary key,
  gift_code_id uuid not null references gift_codes (id),
  order_id uuid references orders (id),
  -- negative when spent; the sum of all entries is the balance
  amount_cents integer not null,
  cause text not null check (cause in ('issued', 'reserved', 'released')),
  happened_at timestamptz not null
);
create index voucher_entries_by_code on voucher_entries (gift_code_id);

create table entitlements (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  course_id text not null references products (id),
  order_id uuid references orders (id),
  granted_at timestamptz not null,
  revoked_at timestamptz
);
create unique index one_entitlement_per_course on entitlements (user_id, course_id) where revoked_at is null;

create table subscriptions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  product_id text not null references products (id),
  order_id uuid not null references orders (id),
  contract_code text not null unique,
  status text not null check (status in ('active', 'past_due', 'cancelled', 'expired')),
  anchor_day integer not null check (anchor_day between 1 and 31),
  period_started_at timestamptz not null,
  period_ends_at timestamptz not null,
  vault_token text,
  created_at timestamptz not null
);
create index subscriptions_by_user on subscriptions (user_id);
create index subscriptions_due on subscriptions (period_ends_at) where status in ('active', 'past_due');

create table invoices (
  id uuid primary key,
  -- consecutive without gaps
  number text not null unique,
  order_id uuid not null references orders (id),
  facts jsonb not null,
  issued_at timestamptz not null
);
create index invoices_by_order on invoices (order_id);

create table counters (
  name text primary key,
  value bigint not null
);

-- Mail ------------------------------------------------------------------------------------------------------

create table outbox (
  id uuid primary key,
  template text not null,
  recipient text not null,
  locale text not null,
  facts jsonb not null,
  -- the same cause never makes two mails
  dedupe_key text not null unique,
  created_at timestamptz not null,
  due_at timestamptz not null,
  attempts integer not null default 0,
  sent_at timestamptz,
  failed_at timestamptz,
  last_error text
);
create index outbox_due on outbox (due_at) where sent_at is null and failed_at is null;
