-- Prepayment by bank transfer (docs/behaviour/checkout-and-payment.md#bank-transfer): an attempt may wait for its money, and says who takes it.
alter table payment_attempts
  drop constraint payment_attempts_state_check,
  add constraint payment_attempts_state_check check (state in
    ('charging', 'unknown', 'awaiting_payment', 'charged', 'declined', 'never_charged', 'expired')),
  add column provider text not null default 'card' check (provider in ('card', 'bank_transfer'));
drop index one_running_attempt;
create unique index one_running_attempt on payment_attempts (order_id)
  where state in ('charging', 'unknown', 'awaiting_payment');

-- What the buyer was told: account, amount, reference and day stay as they were, whatever is configured later.
alter table orders
  add column bank_transfer jsonb,
  add column payment_due_at timestamptz,
  add column payment_reminded_at timestamptz;
create index orders_awaiting_payment on orders (payment_due_at) where state = 'awaiting_payment';

-- The transfers that buyers have promised: the ledger of the bank transfer gateway.
create table bank_transfers (
  attempt_key text primary key,
  order_code text not null,
  -- null for a key that was closed before anything came under it
  nonce text unique,
  amount_cents integer not null,
  state text not null check (state in ('awaiting', 'received', 'closed')),
  promised_at timestamptz not null,
  settled_at timestamptz
);
create index bank_transfers_by_order on bank_transfers (order_code);

-- Money that the operator has to transfer back.
create table bank_transfer_refunds (
  refund_key text primary key,
  attempt_key text not null references bank_transfers (attempt_key),
  amount_cents integer not null check (amount_cents > 0),
  asked_at timestamptz not null,
  sent_at timestamptz
);
create index bank_transfer_refunds_open on bank_transfer_refunds (asked_at) where sent_at is null;
create index bank_transfer_refunds_by_attempt on bank_transfer_refunds (attempt_key);
