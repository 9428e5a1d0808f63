-- What the privacy page promises to delete, and when (docs/behaviour/operations.md#retention).
alter table orders add column personal_data_deleted_at timestamptz;
create index orders_to_forget on orders (state_changed_at)
  where personal_data_deleted_at is null and completed_at is null and state in ('draft', 'verified', 'expired', 'voided');
create index guest_carts_by_age on carts (updated_at) where user_id is null;
create index newsletter_pending on newsletter_subscriptions (token_expires_at) where state = 'pending';
create index newsletter_ended on newsletter_subscriptions (unsubscribed_at) where state = 'unsubscribed';
create index giveaway_entries_by_time on giveaway_entries (entered_at);
