-- A payment may wait for an action of the buyer at the bank or provider (docs/behaviour/checkout-and-payment.md#action-of-the-buyer).
alter table payment_attempts
  drop constraint payment_attempts_state_check,
  add constraint payment_attempts_state_check check (state in
    ('charging', 'unknown', 'awaiting_action', 'authorised', 'awaiting_payment', 'charged', 'declined', 'never_charged',
     'expired', 'voided')),
  -- what the buyer has to do, while the attempt waits for it
  add column action jsonb,
  add column action_expires_at timestamptz,
  -- what the provider tells of the payment, for operators
  add column metadata jsonb;
drop index one_running_payment_attempt;
create unique index one_running_payment_attempt on payment_attempts (order_id)
  where state in ('charging', 'unknown', 'awaiting_action', 'authorised', 'awaiting_payment');
drop index payment_attempts_to_check;
create index payment_attempts_to_check on payment_attempts (next_check_at)
  where state in ('charging', 'unknown', 'awaiting_action', 'authorised', 'never_charged');
alter table orders
  drop constraint orders_state_check,
  add constraint orders_state_check check (state in
    ('draft', 'verified', 'charging', 'unknown', 'awaiting_action', 'awaiting_payment', 'paid', 'expired', 'voided',
     'refunded'));
drop index one_open_order_per_cart;
create unique index one_open_order_per_cart on orders (cart_id)
  where state in ('draft', 'verified', 'charging', 'unknown', 'awaiting_action', 'awaiting_payment');
