-- What the payment provider has told by itself: money that arrived or did not, disputes. The key says what happened to
-- which thing, so that a notice sent again, or replayed by somebody, changes nothing.
create table payment_notices (
  key text primary key,
  kind text not null,
  transaction_id text not null,
  attempt_id uuid references payment_attempts (id) on delete set null,
  amount_cents integer,
  happened_at timestamptz not null,
  received_at timestamptz not null
);
create index payment_notices_by_attempt on payment_notices (attempt_id);
create index payment_notices_by_time on payment_notices (received_at);
