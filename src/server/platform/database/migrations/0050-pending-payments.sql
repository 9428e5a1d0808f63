-- A payment may be undecided at the bank or provider after the buyer has done everything
-- (docs/behaviour/checkout-and-payment.md#pending-payment).
alter table payment_attempts
  drop constraint payment_attempts_state_check,
  add constraint payment_attempts_state_check check (state in
    ('charging', 'unknown', 'awaiting_action', 'processing', 'authorised', 'awaiting_payment', 'charged', 'declined',
     'never_charged', 'expired', 'voided'));
drop index one_running_payment_attempt;
create unique index one_running_payment_attempt on payment_attempts (order_id)
  where state in ('charging', 'unknown', 'awaiting_action', 'processing', 'authorised', 'awaiting_payment');
alter table orders
  drop constraint orders_state_check,
  add constraint orders_state_check check (state in
    ('draft', 'verified', 'charging', 'unknown', 'awaiting_action', 'processing', 'awaiting_payment', 'paid', 'expired',
     'voided', 'refunded'));
drop index one_open_order_per_cart;
create unique index one_open_order_per_cart on orders (cart_id)
  where state in ('draft', 'verified', 'charging', 'unknown', 'awaiting_action', 'processing', 'awaiting_payment');
-- when a webhook without a signature has last made the shop ask what became of the attempt
alter table payment_attempts add column asked_again_at timestamptz;
