-- Coming monthly periods that cost nothing, because an operator gave them.
alter table subscriptions add column free_periods integer not null default 0
  check (free_periods between 0 and 12 and (free_periods = 0 or period_months = 1));

-- Operators look customers up by name and address, also by similar ones, and subscriptions by number and owner, by state and
-- by the next charge.
create index users_by_words on users using gin (
  lower(email || ' ' || firstname || ' ' || lastname) gin_trgm_ops
);
create index users_by_similar_email on users using gin (email gin_trgm_ops);
create index users_newest on users (created_at desc, id desc) where deleted_at is null;
create index entitlements_by_user on entitlements (user_id);
create index subscriptions_newest on subscriptions (created_at desc, id desc);
create index subscriptions_by_status on subscriptions (status, created_at desc, id desc);
create index subscriptions_in_dunning on subscriptions (failures, created_at desc, id desc) where status = 'past_due';

create index declarations_newest on declarations (received_at desc, id desc);
create index declarations_by_state on declarations (state, received_at desc, id desc);
create index declarations_by_subscription on declarations (subscription_id) where subscription_id is not null;
create index declarations_by_words on declarations using gin (
  lower(reference || ' ' || declared_code || ' ' || email || ' ' || name) gin_trgm_ops
);
