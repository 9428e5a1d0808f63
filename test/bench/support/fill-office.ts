import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/platform/database/schema.ts';

/**
 * Inserts the other records of the back office: for a hundred orders about five memberships and declarations, twenty
 * messages and reviews, a hundred changes, events and payment notices, and a coupon. Call it after `fillOrders`.
 */
export async function fillOffice(db: Kysely<Database>, orders: number): Promise<void> {
  await fillSubscriptions(db, Math.ceil(orders / 20));
  await fillCorrespondence(db, Math.ceil(orders / 5));
  await fillEvents(db, orders);
  await fillNotices(db);
  await sql`insert into promotions (id, kind, value, valid_from)
    select 'office-' || number, 'percent', 10, now() from generate_series(1, ${Math.ceil(orders / 100)}::int) number`.execute(
    db,
  );
  await sql`insert into coupon_codes (code, promotion_id)
    select 'OFFICE-' || number || '-' || place, 'office-' || number
    from generate_series(1, ${Math.ceil(orders / 100)}::int) number cross join generate_series(1, 20) place`.execute(
    db,
  );
  // Copied products have records like those of operators.
  await sql`insert into catalogue_records (type, slug, published, changed_at)
    select record.type, products.slug, record.published, now()
    from products join catalogue_records record on record.type = products.kind
      and record.slug = regexp_replace(products.slug, '-[0-9]+$', '')
    where products.kind in ('course', 'book') on conflict do nothing`.execute(db);
  await sql`vacuum analyze`.execute(db);
}

async function fillSubscriptions(db: Kysely<Database>, count: number): Promise<void> {
  await sql`
    insert into subscriptions (id, user_id, product_id, order_id, code, status, anchor_day, period_started_at,
      period_ends_at, created_at, started_on, price_cents, period_months, next_action_at, failures)
    select uuidv7(), bought.user_id, sold.id, bought.id, 'M' || bought.code,
      case place % 20 when 0 then 'past_due' when 1 then 'expired' else 'active' end,
      1, now(), now() + interval '1 month', bought.created_at, current_date, 1990, 1,
      case when place % 20 <> 1 then now() + (place % 30 + 1) * interval '1 day' end,
      case when place % 20 = 0 then place / 20 % 3 + 1 else 0 end
    from (select *, row_number() over (order by md5(code)) as place from orders where user_id is not null) bought
    cross join (select id from products where kind = 'membership' order by id limit 1) sold
    where place <= ${count}`.execute(db);
  await sql`
    insert into declarations (id, kind, reference, declared_code, email, name, details, locale, received_at, order_id,
      state, answered_at)
    select uuidv7(), 'withdrawal', 'W' || code, code, email, 'Johanna Brandt', '{"lines": null, "reason": null}', 'de',
      created_at, id, case when place % 50 = 0 then 'open' else 'answered' end,
      case when place % 50 <> 0 then created_at end
    from (select *, row_number() over (order by md5(code)) as place from orders) bought
    where place <= ${count}`.execute(db);
}

async function fillCorrespondence(db: Kysely<Database>, count: number): Promise<void> {
  await sql`
    insert into contact_messages (id, email, name, topic, message, locale, received_at, handled_at)
    select uuidv7(), 'writer-' || number || '@bench.example', 'Johanna Brandt', 'order',
      'Guten Tag, mein Paket ' || md5(number::text) || ' ist noch nicht da. ' || repeat('Bitte helfen Sie mir. ', 12),
      'de', now() - number * interval '20 minutes',
      case when number % 100 <> 0 then now() end
    from generate_series(1, ${count}::int) number`.execute(db);
  await sql`
    insert into reviews (id, product_id, user_id, stars, text, author, locale, created_at, changed_at, answer,
      answered_at, hidden_at)
    select uuidv7(), product_id, user_id, place % 5 + 1,
      'Ein Kurs, der ' || md5(place::text) || repeat(' gut erklärt und ruhig gefilmt ist,', 8), 'Johanna', 'de', at, at,
      case when place % 100 > 1 then 'Danke.' end, case when place % 100 > 1 then at end,
      case when place % 100 = 0 then at end
    from (
      select product_id, user_id, min(created_at) as at, row_number() over (order by min(created_at)) as place
      from orders join order_lines on order_lines.order_id = orders.id where user_id is not null group by 1, 2
    ) bought where place <= ${count}`.execute(db);
}

async function fillEvents(db: Kysely<Database>, count: number): Promise<void> {
  await sql`
    insert into audit_log (id, happened_at, actor_kind, actor_name, action, record_type, record_id)
    select uuidv7(), now() - number * interval '5 minutes', 'operator', 'operator-' || number % 20 || '@bench.example',
      case when number % 5000 = 0 then 'giveaway.drawn' when number % 4 = 0 then 'order.shipped'
        else 'order.noted' end, 'orders', md5(number::text)
    from generate_series(1, ${count}::int) number`.execute(db);
  await sql`insert into webhook_endpoints (id, url, events, created_at, disabled_at)
    values ('00000000-0000-7000-8000-000000000001', 'https://bench.example/events', '{order.paid}', now(), now())`.execute(
    db,
  );
  await sql`
    insert into webhook_deliveries (event_id, endpoint_id, event, body, created_at, due_at, attempts, delivered_at,
      failed_at)
    select uuidv7(), '00000000-0000-7000-8000-000000000001', 'order.paid', '{}', at, at, 1,
      case when number % 5000 <> 0 then at end, case when number % 5000 = 0 then at end
    from generate_series(1, ${count}::int) number
    cross join lateral (select now() - number * interval '5 minutes' as at) sent`.execute(db);
}

/** Every charge has settled; of a thousand one is declined later, and five are disputed, one of them without an end. */
async function fillNotices(db: Kysely<Database>): Promise<void> {
  await sql`
    insert into payment_notices (key, kind, transaction_id, payment_attempt_id, amount_cents, happened_at, received_at,
      is_open)
    select 'sandbox/' || told.kind || ':' || transaction_id, told.kind, transaction_id, id, amount_cents,
      settled_at + told.days * interval '1 day', settled_at + told.days * interval '1 day',
      told.kind = 'settlement_declined'
    from (
      select *, row_number() over (order by attempt_key) as place from payment_attempts
      where state = 'charged' and transaction_id is not null and settled_at is not null
    ) charge
    join (values ('settled', 1), ('settlement_declined', 2), ('dispute_opened', 20), ('dispute_won', 40))
      as told (kind, days)
      on case told.kind when 'settled' then true when 'settlement_declined' then place % 1000 = 1
        when 'dispute_opened' then place % 200 = 0 else place % 200 = 0 and place % 1000 <> 0 end
    on conflict do nothing`.execute(db);
}
