-- An address that is not confirmed owns nothing (docs/decisions/0042): links confirm the address of a registration and
-- undo a changed one.
alter table one_time_tokens
  drop constraint one_time_tokens_kind_check,
  add constraint one_time_tokens_kind_check check (kind in
    ('password', 'login_code', 'email_change', 'email_confirmation', 'email_undo', 'account_deletion'));

-- Somebody used a mailed code for these accounts while a password of unknown origin stayed valid. Whoever reads the
-- mails of the address sets a new one; nobody else gets in any more.
with doubtful as (
  update users set password_hash = null, is_registered_with_funnel = true
  where password_hash is not null and email_confirmed_at is null and exists (
    select 1 from one_time_tokens
    where one_time_tokens.user_id = users.id and kind = 'login_code' and used_at is not null
  )
  returning id
)
update sessions set revoked_at = last_used_at where revoked_at is null and user_id in (select id from doubtful);
