import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/platform/database/schema.ts';

/** Number of orders per transaction. */
const portion = 20_000;

/**
 * Inserts `count` paid orders of the last year: two per buyer, each with one line, its history, charge,
 * invoice and sent mail and, for a course, the buyer's access to the course.
 */
export async function fillOrders(db: Kysely<Database>, count: number): Promise<void> {
  for (let first = 1; first <= count; first += portion)
    await fillPortion(db, first, Math.min(count, first + portion - 1));
  const year = new Date().getUTCFullYear();
  await sql`insert into counters (name, value) values (${`invoice-${year}`}, ${count})
    on conflict (name) do update set value = excluded.value`.execute(db);
}

async function fillPortion(db: Kysely<Database>, first: number, last: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`
      create temporary table bought on commit drop as
      select number, uuidv7() as order_id, uuidv7() as line_id,
        now() - (number * interval '5 minutes') as at,
        'B' || lpad(number::text, 7, '0') as code,
        (number + 1) / 2 as buyer, product.*
      from generate_series(${first}::int, ${last}::int) number
      join (
        select id as product_id, kind, slug, price_cents, is_shipped, category_identifier, picture,
          card -> 'de' ->> 'title' as title, row_number() over (order by md5(id)) as place, count(*) over () as places
        from products where kind in ('course', 'book') and is_active
      ) product on product.place = number % product.places + 1
    `.execute(trx);
    await sql`
      insert into users (id, email, preferred_language, is_registered_with_funnel, created_at)
      select uuidv7(), 'buyer-' || buyer || '@bench.example', 'de', true, min(at) from bought group by buyer
      on conflict (email) do nothing
    `.execute(trx);
    await insertOrders(trx);
    await insertPapers(trx);
  });
}

async function insertOrders(trx: Kysely<Database>): Promise<void> {
  await sql`
    insert into orders (id, code, user_id, email, locale, template, state, fulfilment, subtotal_cents, discount_cents,
      shipping_cents, total_cents, credit_cents, amount_due_cents, included_vat_cents, needs_waiver, shipping_address,
      billing_address, payment_method, created_at, state_changed_at, completed_at)
    select order_id, code, users.id, users.email, 'de', 'order', 'paid',
      case when is_shipped then 'delivered' else 'none' end, price_cents, 0, 0, price_cents, 0, price_cents,
      round(price_cents * 19 / 119.0), kind = 'course', address, address,
      '{"kind": "card", "brand": "visa", "last_four": "1881"}', at, at, at
    from bought
    join users on users.email = 'buyer-' || buyer || '@bench.example'
    cross join (select '{"salutation": "ms", "firstname": "Johanna", "lastname": "Brandt", "company": null,
      "street": "Ringstraße", "house_number": "14", "postal_code": "10115", "city": "Berlin", "country": "DE",
      "phone": null}'::jsonb as address) lives
  `.execute(trx);
  await sql`
    insert into order_lines (id, order_id, position, product_id, kind, slug, title, category, picture, quantity,
      unit_price_cents, price_cents, discount_cents, vat_rate, included_vat_cents, is_shipped)
    select line_id, order_id, 0, product_id, kind, slug, title, category_identifier, picture, 1, price_cents, price_cents,
      0, 19, round(price_cents * 19 / 119.0), is_shipped
    from bought
  `.execute(trx);
  await sql`
    insert into order_events (id, order_id, from_state, to_state, cause, happened_at)
    select uuidv7(), order_id, from_state, to_state, 'buyer', at
    from bought
    cross join (values (null, 'draft'), ('draft', 'verified'), ('verified', 'charging'), ('charging', 'paid'))
      as step (from_state, to_state)
  `.execute(trx);
}

async function insertPapers(trx: Kysely<Database>): Promise<void> {
  await sql`
    insert into payment_attempts (id, order_id, number, attempt_key, nonce_hash, amount_cents, state, transaction_id,
      method, started_at, settled_at)
    select uuidv7(), order_id, 1, code || '-1', sha256(code::bytea), price_cents, 'charged', 'sbx_' || code,
      '{"kind": "card", "brand": "visa", "last_four": "1881"}', at, at
    from bought
  `.execute(trx);
  await sql`
    insert into invoices (id, number, order_id, facts, issued_at)
    select uuidv7(), 'RE-' || extract(year from now()) || '-' || lpad(number::text, 6, '0'), order_id,
      jsonb_build_object('order_code', code, 'locale', 'de', 'day', at::date, 'email', 'buyer@bench.example', 'address',
        null, 'lines', jsonb_build_array(jsonb_build_object('kind', kind, 'title', title, 'quantity', 1, 'price',
        price_cents, 'discount', 0, 'vat_rate', 19)), 'shipping', 0, 'discount', 0, 'total', price_cents, 'credit', 0,
        'amount_due', price_cents, 'vat_shares', jsonb_build_array(jsonb_build_object('rate', 19, 'gross', price_cents,
        'vat', round(price_cents * 19 / 119.0))), 'method', null), at
    from bought
  `.execute(trx);
  await sql`
    insert into entitlements (id, user_id, course_id, order_id, granted_at)
    select uuidv7(), users.id, product_id, order_id, at
    from bought join users on users.email = 'buyer-' || buyer || '@bench.example'
    where kind = 'course'
    on conflict do nothing
  `.execute(trx);
  await sql`
    insert into outbox (id, template, recipient, locale, facts, dedupe_key, created_at, due_at, attempts, sent_at)
    select uuidv7(), 'order', 'buyer-' || buyer || '@bench.example', 'de', jsonb_build_object('order_id', order_id),
      'order:' || order_id, at, at, 1, at
    from bought
  `.execute(trx);
}
