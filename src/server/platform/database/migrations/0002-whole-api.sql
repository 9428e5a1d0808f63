-- What the whole API needs besides the purchase: codes that are given and redeemed, renewals, refunds, declarations,
-- learning, marketing. All amounts are integer euro cents, all times are written from the host's clock.

-- Accounts ---------------------------------------------------------------------------------------------------

alter table users
  -- The account was deleted; its row stays because orders and invoices point to it, without a person in it.
  add column deleted_at timestamptz,
  -- Somebody proved to read the mails of this address. Until then nothing that is only known by the address belongs
  -- to the account, because anybody can register with it.
  add column email_confirmed_at timestamptz;

alter table sessions
  -- What the session list shows, for example "Firefox, Windows".
  add column device text not null default '';

alter table one_time_tokens
  drop constraint one_time_tokens_kind_check,
  add constraint one_time_tokens_kind_check
    check (kind in ('password', 'login_code', 'email_change', 'account_deletion')),
  -- What the link is about, for example the new e-mail address.
  add column facts jsonb not null default '{}';

-- Newsletter and marketing -----------------------------------------------------------------------------------

-- One row per address; a confirmation by mail makes it count (double opt-in).
create table newsletter_subscriptions (
  id uuid primary key,
  email text not null unique,
  locale text not null,
  source text not null,
  state text not null check (state in ('pending', 'confirmed', 'unsubscribed')),
  token_hash bytea,
  token_expires_at timestamptz,
  requested_at timestamptz not null,
  confirmed_at timestamptz,
  unsubscribed_at timestamptz
);
create index newsletter_by_token on newsletter_subscriptions (token_hash) where token_hash is not null;

-- Proof of consent: what was asked, when, with which words. Never changed.
create table newsletter_events (
  id uuid primary key,
  subscription_id uuid not null references newsletter_subscriptions (id) on delete cascade,
  event text not null check (event in ('requested', 'confirmed', 'unsubscribed')),
  source text not null,
  wording text not null default '',
  happened_at timestamptz not null
);
create index newsletter_events_by_subscription on newsletter_events (subscription_id, happened_at);

-- Where registrations came from; written with marketing consent only.
create table registration_sources (
  user_id uuid primary key references users (id) on delete cascade,
  utm_source text,
  utm_medium text,
  utm_campaign text,
  utm_social text,
  noted_at timestamptz not null
);

create table giveaway_entries (
  giveaway text not null,
  email text not null,
  locale text not null,
  entered_at timestamptz not null,
  primary key (giveaway, email)
);

create table contact_messages (
  id uuid primary key,
  email text not null,
  name text not null,
  topic text not null,
  message text not null,
  order_code text,
  locale text not null,
  received_at timestamptz not null
);
create index contact_messages_by_time on contact_messages (received_at);

-- Reading and learning ---------------------------------------------------------------------------------------

alter table masters
  add column search_de tsvector not null default ''::tsvector,
  add column search_en tsvector not null default ''::tsvector,
  add column search_words text not null default '';
create index masters_search_de on masters using gin (search_de);
create index masters_search_en on masters using gin (search_en);
create index masters_words on masters using gin (search_words gin_trgm_ops);

-- German blog posts.
create table posts (
  slug text primary key,
  published_on date not null,
  title text not null,
  teaser text not null,
  html text not null,
  topic text not null,
  picture text not null,
  picture_alt text not null,
  reading_minutes integer not null,
  keywords text[] not null default '{}',
  product_ids text[] not null default '{}',
  seo_title text not null,
  seo_description text not null,
  search tsvector not null,
  search_words text not null
);
create index posts_newest on posts (published_on desc, slug);
create index posts_search on posts using gin (search);
create index posts_words on posts using gin (search_words gin_trgm_ops);

-- Every version of a legal page that was ever loaded, because orders name the versions they accepted.
create table page_versions (
  slug text not null,
  locale text not null,
  version text not null,
  title text not null,
  html text not null,
  plain text not null,
  first_loaded_at timestamptz not null,
  primary key (slug, locale, version)
);

create table reviews (
  id uuid primary key,
  product_id text not null references products (id),
  user_id uuid not null references users (id) on delete cascade,
  stars integer not null check (stars between 1 and 5),
  text text not null,
  -- As the author wants to be called; kept with the review.
  author text not null,
  locale text not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  unique (product_id, user_id)
);
create index reviews_newest on reviews (product_id, created_at desc, id);

-- Sums beside the reviews, so that no page counts them.
create table product_ratings (
  product_id text primary key references products (id),
  reviewers integer not null check (reviewers >= 0),
  stars_total integer not null,
  lowest integer not null,
  highest integer not null
);

create table wish_list_items (
  user_id uuid not null references users (id) on delete cascade,
  product_id text not null references products (id),
  added_at timestamptz not null,
  primary key (user_id, product_id)
);
create index wish_list_newest on wish_list_items (user_id, added_at desc);

-- When a lesson was first played, by the host's clock and filled once: a course's right of withdrawal hangs on it.
alter table lesson_progress add column first_watched_at timestamptz;
update lesson_progress set first_watched_at = watched_at;
create index lesson_progress_newest on lesson_progress (user_id, watched_at desc);

-- Codes ------------------------------------------------------------------------------------------------------

alter table gift_codes
  drop constraint gift_codes_kind_check,
  -- A credit is a user's own balance: redeemed vouchers end there, and no one can type its code.
  add constraint gift_codes_kind_check check (kind in ('gift', 'voucher', 'credit')),
  add column recipient_name text,
  add column recipient_email text,
  add column greeting text,
  -- Null: goes to the buyer with the confirmation.
  add column delivery text not null default 'buyer' check (delivery in ('buyer', 'email', 'parcel')),
  -- Chosen day of a delivery by mail.
  add column deliver_on date;
-- Codes are looked up by their digest, so that the time of an answer tells nothing about how much of a guess is right.
create index gift_codes_by_digest on gift_codes (md5(code));
create unique index one_credit_per_user on gift_codes (redeemed_by) where kind = 'credit';
create index gift_codes_redeemed_by on gift_codes (redeemed_by) where redeemed_by is not null;

alter table voucher_entries
  drop constraint voucher_entries_cause_check,
  add constraint voucher_entries_cause_check
    check (cause in ('issued', 'reserved', 'released', 'redeemed', 'refunded', 'revoked')),
  -- A redeemed voucher's money goes to the credit; a refund's comes back.
  add column refund_id uuid;

alter table entitlements add column gift_code_id uuid references gift_codes (id);
create index entitlements_by_order on entitlements (order_id) where order_id is not null;

-- Subscriptions ----------------------------------------------------------------------------------------------

alter table subscriptions
  alter column order_id drop not null,
  -- Redeemed periods never renew.
  add column gift_code_id uuid references gift_codes (id),
  add column renews boolean not null default true,
  -- Calendar day (Europe/Berlin) of the start; all due days are reckoned from it.
  add column started_on date not null default '2000-01-01',
  -- Periods that were paid for, 1 from the start on.
  add column paid_periods integer not null default 1,
  -- What a renewal charges: the price of the contract, not of today's catalogue.
  add column price_cents integer not null default 0,
  add column period_months integer not null default 1,
  -- Failed charges of the period that is due.
  add column failures integer not null default 0,
  -- When the scan looks at this contract next; null once nothing is to come.
  add column next_action_at timestamptz,
  -- The paid period whose reminder was sent.
  add column reminded_period integer not null default 0,
  add column payment_method jsonb,
  add column cancelled_at timestamptz,
  -- Last day of a contract that was ended; null while it renews.
  add column ends_on date,
  add column ended_at timestamptz;
alter table subscriptions
  alter column started_on drop default,
  alter column price_cents drop default,
  alter column period_months drop default;
create index subscriptions_next_action on subscriptions (next_action_at) where next_action_at is not null;

create table subscription_events (
  id uuid primary key,
  subscription_id uuid not null references subscriptions (id) on delete cascade,
  event text not null,
  from_status text not null,
  to_status text not null,
  cause text not null,
  happened_at timestamptz not null
);
create index subscription_events_by_subscription on subscription_events (subscription_id, happened_at);

alter table orders
  -- A renewal is an order of its own, one per contract and period.
  add column subscription_id uuid references subscriptions (id),
  add column period_number integer,
  add column tracking_code text,
  add column shipped_at timestamptz,
  -- When the parcel arrived, as far as anybody knows; starts the right of withdrawal of goods.
  add column delivered_at timestamptz;
create unique index one_order_per_period on orders (subscription_id, period_number)
  where subscription_id is not null;
create index orders_newest on orders (created_at, id);
create index orders_to_ship on orders (completed_at) where fulfilment = 'open';

-- Payment ----------------------------------------------------------------------------------------------------

-- What a checkout asked for beside its nonce: the same nonce with another wish is refused. Null for renewals.
alter table payment_attempts add column request_hash bytea;

-- Money back -------------------------------------------------------------------------------------------------

-- Decided in one transaction, paid out by a scan; the gateway knows each by its key.
create table refunds (
  id uuid primary key,
  order_id uuid not null references orders (id),
  -- The charge the money came with; null when everything goes back to a voucher or credit.
  attempt_id uuid references payment_attempts (id),
  refund_key text not null unique,
  -- Goes back through the gateway; both are 0 for what a coupon gave for nothing.
  amount_cents integer not null check (amount_cents >= 0),
  -- Goes back to the voucher or credit that paid.
  credit_cents integer not null check (credit_cents >= 0),
  -- {lines: [{line_id, quantity, amount}], shipping}: pieces taken back and cents.
  lines jsonb not null,
  cause text not null check (cause in ('withdrawal', 'cancellation', 'duplicate', 'operator')),
  declaration_id uuid,
  state text not null check (state in ('open', 'unknown', 'refunded', 'refused')),
  gateway_refund_id text,
  checks integer not null default 0,
  next_check_at timestamptz,
  created_at timestamptz not null,
  settled_at timestamptz
);
create index refunds_by_order on refunds (order_id);
create index refunds_to_settle on refunds (next_check_at) where state in ('open', 'unknown');

alter table invoices
  add column kind text not null default 'invoice' check (kind in ('invoice', 'correction')),
  add column corrects uuid references invoices (id),
  add column refund_id uuid references refunds (id);

-- Withdrawals and cancellations as they came in: never changed but for the decision.
create table declarations (
  id uuid primary key,
  kind text not null check (kind in ('withdrawal', 'cancellation')),
  -- What people quote and the receipt names.
  reference text not null unique,
  -- As typed.
  contract_code text not null,
  email text not null,
  name text not null,
  details jsonb not null,
  locale text not null,
  received_at timestamptz not null,
  order_id uuid references orders (id),
  subscription_id uuid references subscriptions (id),
  -- received: to be looked at; matched: carried out; open: an operator has to look, or goods to come back; answered:
  -- an operator did.
  state text not null check (state in ('received', 'matched', 'open', 'answered')),
  -- What was decided line by line.
  decision jsonb not null default '{}',
  answered_at timestamptz
);
create index declarations_to_decide on declarations (received_at) where state = 'received';
create index declarations_open on declarations (received_at) where state = 'open';
create index declarations_by_order on declarations (order_id) where order_id is not null;

-- Mail -------------------------------------------------------------------------------------------------------

create index outbox_failed on outbox (failed_at) where failed_at is not null;
