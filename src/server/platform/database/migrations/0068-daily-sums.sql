-- What the start page of the back office shows: sums by day, which a job computes anew for every day whose rows have
-- changed (src/server/operations/sum-days.ts).
create table daily_sums (
  day date not null,
  kind text not null,
  -- The product, promotion or other thing that the sum is about; empty for the whole shop.
  subject text not null,
  amount_cents bigint not null,
  vat_cents bigint not null,
  count bigint not null,
  primary key (kind, day, subject)
);

-- Days whose sums are to be computed. Rows are only added, so that transactions never wait for each other here.
create table changed_days (day date not null);
create index changed_days_by_day on changed_days (day);

-- The calendar day of the shop.
create function shop_day(moment timestamptz) returns date language sql immutable parallel safe
return (moment at time zone 'Europe/Berlin')::date;

-- Notes the days of the named columns, before and after a change.
create function note_changed_days() returns trigger language plpgsql as $$
declare
  times timestamptz[];
  name text;
begin
  foreach name in array tg_argv loop
    if tg_op <> 'INSERT' then times := times || (to_jsonb(old) ->> name)::timestamptz; end if;
    if tg_op <> 'DELETE' then times := times || (to_jsonb(new) ->> name)::timestamptz; end if;
  end loop;
  insert into changed_days
    select distinct shop_day(moment) from unnest(times) moment where moment is not null;
  return null;
end $$;

create trigger note_new_day after insert on orders
  for each row execute function note_changed_days('created_at', 'completed_at');
create trigger note_changed_day after update on orders
  for each row when (
    (old.created_at, old.completed_at, old.subscription_id, old.promotion_id, old.affiliate_code)
      is distinct from (new.created_at, new.completed_at, new.subscription_id, new.promotion_id, new.affiliate_code)
    or new.completed_at is not null and
      (old.total_cents, old.promotional_cents, old.included_vat_cents, old.discount_cents)
      is distinct from (new.total_cents, new.promotional_cents, new.included_vat_cents, new.discount_cents)
  ) execute function note_changed_days('created_at', 'completed_at');
create trigger note_old_day after delete on orders
  for each row execute function note_changed_days('created_at', 'completed_at');

create trigger note_new_day after insert or delete on refunds
  for each row execute function note_changed_days('created_at');
create trigger note_changed_day after update on refunds
  for each row when (
    (old.state = 'refused', old.amount_cents, old.credit_cents, old.promotional_cents, old.lines, old.created_at)
      is distinct from
    (new.state = 'refused', new.amount_cents, new.credit_cents, new.promotional_cents, new.lines, new.created_at)
  ) execute function note_changed_days('created_at');

create trigger note_new_day after insert or delete on subscriptions
  for each row execute function note_changed_days('created_at', 'ended_at');
create trigger note_changed_day after update on subscriptions
  for each row when (
    (old.created_at, old.ended_at, old.renews, old.price_cents, old.period_months, old.product_id)
      is distinct from (new.created_at, new.ended_at, new.renews, new.price_cents, new.period_months, new.product_id)
  ) execute function note_changed_days('created_at', 'ended_at');

create trigger note_new_day after insert on subscription_events
  for each row execute function note_changed_days('happened_at');
create trigger note_old_day after delete on subscription_events
  for each row execute function note_changed_days('happened_at');

-- Positions change every few seconds while somebody watches, so only lessons that were watched to the end are summed.
create trigger note_new_day after insert on lesson_progress
  for each row when (new.is_finished) execute function note_changed_days('watched_at');
create trigger note_changed_day after update on lesson_progress
  for each row when (
    (case when old.is_finished then shop_day(old.watched_at) end)
      is distinct from (case when new.is_finished then shop_day(new.watched_at) end)
  ) execute function note_changed_days('watched_at');
create trigger note_old_day after delete on lesson_progress
  for each row when (old.is_finished) execute function note_changed_days('watched_at');

create function note_days_of_lesson() returns trigger language plpgsql as $$
begin
  insert into changed_days
    select distinct shop_day(watched_at) from lesson_progress where lesson_id = new.id and is_finished;
  return null;
end $$;
create trigger note_changed_days after update on lessons
  for each row when (old.length_seconds is distinct from new.length_seconds) execute function note_days_of_lesson();

create index refunds_by_time on refunds (created_at);
create index subscriptions_by_start on subscriptions (created_at);
create index subscriptions_by_end on subscriptions (ended_at) where ended_at is not null;
create index subscription_events_by_time on subscription_events (happened_at);
create index lesson_progress_finished on lesson_progress (watched_at) where is_finished;

-- All days of a shop that is older than this.
insert into changed_days
  select shop_day(created_at) from orders
  union select shop_day(completed_at) from orders where completed_at is not null
  union select shop_day(created_at) from refunds
  union select shop_day(created_at) from subscriptions
  union select shop_day(ended_at) from subscriptions where ended_at is not null
  union select shop_day(happened_at) from subscription_events
  union select shop_day(watched_at) from lesson_progress where is_finished;

-- What the start page lists as waiting for somebody.
create index refunds_refused on refunds (created_at) where state = 'refused';
create index payment_notices_of_disputes on payment_notices (transaction_id, happened_at) where kind like 'dispute%';
create index webhook_deliveries_failed on webhook_deliveries (failed_at) where failed_at is not null;
create index film_jobs_by_lesson on film_jobs (lesson_id, created_at);
