import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { listenForCatalogueChanges } from '#server/platform/database/catalogue-changes.ts';
import { generateSchema, schemaFile } from '#server/platform/database/generate-schema.ts';
import { sellProduct } from '#test/integration/orders/order-shop.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';

const { db, connectionString } = await openTestDatabase();

test('the row types are those of the migrated database; `npm run db:types` writes them', async () => {
  expect(readFileSync(schemaFile, 'utf8')).toBe(await generateSchema(connectionString));
});

const zeros = Array(10).fill(0).join();

test('column defaults are 0, false or empty, except for these columns', async () => {
  const { rows } = await sql<{ name: string; value: string }>`
    select table_name || '.' || column_name as name, column_default as value from information_schema.columns
    where table_schema = 'public' and table_name <> 'schema_migration' and column_default is not null`.execute(
    db,
  );
  const others = rows.filter(({ value }) => !/^(?:0|false|'(?:\{\}|\[\])?'::\w+(?:\[\])?)$/.test(value));
  expect(others.map(({ name, value }) => `${name} ${value.replace(/::.*/, '')}`).toSorted()).toEqual([
    ...['backups.id gen_random_uuid()', 'catalogue_records.is_on_sale true', 'catalogue_records.version 1'],
    ...["gift_codes.delivery 'buyer'", "invoices.kind 'invoice'", `lesson_watching.tenths '{${zeros}}'`],
    ...['lessons.is_active true', 'lessons.was_shown true', 'products.is_active true'],
    ...['products.was_shown true', 'sales_counts.is_only true', 'subscriptions.paid_periods 1'],
    ...['subscriptions.renews true', 'users.is_active true', "users.salutation 'none'"],
  ]);
});

const warnings: string[] = [];
const log = { info() {}, warn: (event: string) => warnings.push(event), error() {} };

async function listen() {
  const changes = await listenForCatalogueChanges({ connectionString, log });
  onTestFinished(() => changes.stop());
  return changes;
}

async function set(values: { readonly stock?: number; readonly price_cents?: number }) {
  await db.updateTable('products').set(values).where('id', '=', 'book').execute();
}

await sellProduct(db, { id: 'book', kind: 'book', price: 2_800, stock: 5 });

test('every process is notified of a change at its commit; of a stock change only when the stock leaves or reaches 0', async () => {
  const [one, other] = [await listen(), await listen()];
  const before = one.version();
  await set({ stock: 4 });
  await set({ stock: 3 });
  // Notifications arrive in order, so those of the stock would be counted before this one.
  await set({ price_cents: 2_900 });
  await expect.poll(() => one.version()).toBe(Number(before) + 1);
  await expect.poll(() => other.version()).toBeGreaterThan(Number(before));
  await set({ stock: 0 });
  await expect.poll(() => one.version()).toBe(Number(before) + 2);
  await set({ stock: 1 });
  await expect.poll(() => one.version()).toBe(Number(before) + 3);
});

test('a transaction that is rolled back notifies nobody', async () => {
  const changes = await listen();
  const before = Number(changes.version());
  await db
    .transaction()
    .execute(async (trx) => {
      await trx.updateTable('products').set({ price_cents: 1 }).execute();
      throw new Error('rolled back');
    })
    .catch(() => {});
  await set({ price_cents: 3_100 });
  await expect.poll(() => changes.version()).toBe(before + 1);
});

test('a lost connection counts as a change, and there is no version until it is restored', async () => {
  const changes = await listen();
  const before = Number(changes.version());
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'meisterhand-changes' and datname = current_database()`.execute(db);
  await expect.poll(() => changes.version()).toBeNull();
  await set({ price_cents: 3_200 });
  await expect.poll(() => changes.version()).toBeGreaterThan(before);
  expect(warnings).toContain('catalogue_changes_not_heard');
});

test('the triggers watch all columns of products and promotions except those that orders change or that never change alone', async () => {
  const { rows } = await sql<{ table_name: string; columns: string[] }>`
    select table_name, array_agg(column_name::text) as columns from information_schema.columns
    where table_schema = 'public' and table_name in ('products', 'promotions')
      and not exists (select from information_schema.triggered_update_columns watched
        where watched.event_object_table = columns.table_name
          and watched.event_object_column = columns.column_name and watched.trigger_name = 'tell_change')
    group by table_name order by table_name
  `.execute(db);
  expect(rows.map(({ table_name, columns }) => [table_name, columns.toSorted()])).toEqual([
    ['products', ['declared_stock', 'id', 'stock', 'was_shown']],
    ['promotions', ['id', 'is_content', 'made_from', 'used']],
  ]);
});

test('the tables that public pages show notify of all changes', async () => {
  const { rows } = await sql<{ name: string; events: string }>`
    select event_object_table as name,
      string_agg(distinct event_manipulation::text, ' ' order by event_manipulation::text) as events
    from information_schema.triggers where trigger_name = 'tell_change' group by 1`.execute(db);
  expect(new Set(rows.map(({ events }) => events))).toEqual(new Set(['DELETE INSERT UPDATE']));
  expect(rows.map(({ name }) => name).toSorted()).toEqual([
    ...['bundles', 'contents', 'films', 'lesson_files', 'lessons', 'masters', 'pages', 'posts'],
    ...['price_ledger', 'product_ratings', 'products', 'promotions', 'reviews'],
  ]);
});

/** Returns the stored product counts, and the counts computed from the products. */
async function bothCounts() {
  const stored = await sql`select kind, facets::text, count from product_counts order by 1, 2`.execute(db);
  const counted = await sql`select kind, facets::text, count(*)::int as count
    from products where is_active group by 1, 2 order by 1, 2`.execute(db);
  const storedFacets = await sql`select kind, facet, count from facet_counts where count > 0
    order by 1, 2`.execute(db);
  const countedFacets = await sql`select kind, facet, count(*)::int as count
    from products, unnest(array_append(tsvector_to_array(facets), '')) facet
    where is_active group by 1, 2 order by 1, 2`.execute(db);
  return {
    stored: [...stored.rows, ...storedFacets.rows],
    counted: [...counted.rows, ...countedFacets.rows],
  };
}

test('the stored counts match the catalogue after any change of products', async () => {
  for (const id of ['one', 'two', 'three']) await sellProduct(db, { id, kind: 'course', price: 100 });
  await sellProduct(db, { id: 'four', kind: 'book', price: 100, stock: 5 });
  const changes = [
    sql`update products set facets = '''group:arts'' ''level:beginner''' where id in ('one', 'two')`,
    sql`update products set is_active = false where id = 'one'`,
    sql`update products set kind = 'gift_box', facets = '' where id = 'two'`,
    sql`update products set stock = 4 where id = 'four'`,
    sql`update products set is_active = true, facets = '''group:music''' where id = 'one'`,
    sql`delete from products where id in ('two', 'three')`,
  ];
  for (const change of changes) {
    await change.execute(db);
    const { stored, counted } = await bothCounts();
    expect(stored).toEqual(counted);
  }
});

test('no constraint or index has an old name', async () => {
  const { rows } = await sql<{ name: string }>`
    select conname as name from pg_constraint where connamespace = 'public'::regnamespace
    union select indexname from pg_indexes where schemaname = 'public'
  `.execute(db);
  const old = /contract|price_bound|wished|(?<!payment_)attempt_id|^attempts_|running_attempt/;
  expect(rows.map(({ name }) => name).filter((name) => old.test(name))).toEqual([]);
});

test('foreign keys to rows that are deleted in large numbers have an index', async () => {
  const deleted = ['carts', 'declarations', 'invoices', 'newsletter_subscriptions', 'order_lines', 'outbox'];
  const { rows } = await sql<{ name: string }>`
    select conrelid::regclass || '.' || attname as name
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid::regclass::text = any(${deleted}) and not exists (
      select from pg_index where indrelid = conrelid and indkey[0] = conkey[1]
        and (indpred is null or pg_get_expr(indpred, indrelid) = format('(%I IS NOT NULL)', attname))
    )
    order by name`.execute(db);
  expect(rows).toEqual([]);
});

// Most guests' carts have no address.
await sql`insert into carts (id, public_id, updated_at)
  select gen_random_uuid(), 'cart ' || number, now() from generate_series(1, 2000) number`.execute(db);
await sql`analyze carts`.execute(db);

const some = '01900000-0000-7000-8000-000000000000';

test.each([
  ['subscriptions_by_order', `subscriptions where order_id = '${some}'`],
  ['subscriptions_by_gift_code', `subscriptions where gift_code_id = any('{${some}}')`],
  ['entitlements_by_gift_code', `entitlements where gift_code_id = '${some}'`],
  ['voucher_entries_by_refund', `voucher_entries where refund_id = '${some}' and cause = 'refunded'`],
  ['refunds_by_declaration', `refunds where declaration_id = '${some}'`],
  ['reviews_by_user', `reviews where user_id = '${some}'`],
  ['guest_carts_by_email', "carts where email = 'gast@example.org' and user_id is null"],
])('%s finds %s', async (index, wanted) => {
  const plan = await db.transaction().execute(async (trx) => {
    // PostgreSQL would scan such small tables.
    await sql`set local enable_seqscan = off`.execute(trx);
    const { rows } = await sql`explain select from ${sql.raw(wanted)}`.execute(trx);
    return JSON.stringify(rows);
  });
  expect(plan).toContain(index);
});
