-- An attempt may be called off by the operator while its money is awaited.
alter table payment_attempts
  drop constraint payment_attempts_state_check,
  add constraint payment_attempts_state_check check (state in
    ('charging', 'unknown', 'awaiting_payment', 'charged', 'declined', 'never_charged', 'expired', 'voided'));
