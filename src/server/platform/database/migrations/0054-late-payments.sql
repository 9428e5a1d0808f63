-- What was undone at the provider after a payment attempt had ended (docs/behaviour/checkout-and-payment.md#late-payments).
create table late_payments (
  payment_attempt_id uuid not null references payment_attempts (id) on delete cascade,
  transaction_id text not null,
  step text not null check (step in ('release', 'cancel', 'refund')),
  -- only of a refund
  amount_cents integer,
  -- what the provider has answered last
  outcome text not null,
  happened_at timestamptz not null,
  primary key (payment_attempt_id, transaction_id, step)
);
