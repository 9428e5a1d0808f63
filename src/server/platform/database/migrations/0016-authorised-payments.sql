-- A card payment is authorised first, written down, and captured after that (docs/decisions/0049).
alter table payment_attempts
  drop constraint payment_attempts_state_check,
  add constraint payment_attempts_state_check check (state in
    ('charging', 'unknown', 'authorised', 'awaiting_payment', 'charged', 'declined', 'never_charged', 'expired', 'voided'));
drop index one_running_payment_attempt;
create unique index one_running_payment_attempt on payment_attempts (order_id)
  where state in ('charging', 'unknown', 'authorised', 'awaiting_payment');
drop index payment_attempts_to_check;
create index payment_attempts_to_check on payment_attempts (next_check_at)
  where state in ('charging', 'unknown', 'authorised', 'never_charged');
