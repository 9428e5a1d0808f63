-- A code mailed to the present address lets its owner change it.
alter table one_time_tokens
  drop constraint one_time_tokens_kind_check,
  add constraint one_time_tokens_kind_check check (kind in
    ('password', 'login_code', 'email_code', 'email_change', 'email_confirmation', 'email_undo', 'account_deletion'));
