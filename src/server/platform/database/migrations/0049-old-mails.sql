-- When recipient, facts and error of a mail were deleted (docs/behaviour/personal-data.md).
alter table outbox add column personal_data_deleted_at timestamptz;
create index outbox_to_forget on outbox ((coalesce(sent_at, failed_at)))
  where personal_data_deleted_at is null and (sent_at is not null or failed_at is not null);
-- Links and codes are deleted when they have expired.
create index one_time_tokens_by_expiry on one_time_tokens (expires_at);
-- Paid orders are kept as long as tax law asks, and end then.
create index paid_orders_to_forget on orders (completed_at)
  where personal_data_deleted_at is null and completed_at is not null;
