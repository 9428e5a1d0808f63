import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Database } from '#server/platform/database/schema.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { openOlderVersion, uuid } from './older-version.ts';

const database = await openTestDatabase();
const { db } = database;

/** The columns that the migration renames: table, old name, new name. */
const renamed = [
  ['users', 'newsletter_wished_at', 'newsletter_requested_at'],
  ['products', 'is_price_bound', 'is_fixed_price'],
  ['subscriptions', 'contract_code', 'code'],
  ['refunds', 'attempt_id', 'payment_attempt_id'],
  ['payment_notices', 'attempt_id', 'payment_attempt_id'],
  ['declarations', 'contract_code', 'declared_code'],
] as const;

type Row = Readonly<Record<string, unknown>>;

async function readRows(): Promise<Readonly<Record<string, readonly Row[]>>> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'schema_migration' order by 1
  `.execute(db);
  const found: [string, readonly Row[]][] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ row: Row }>`
      select to_jsonb(stored) as row from ${sql.table(name)} stored order by to_jsonb(stored)::text
    `.execute(db);
    found.push([name, rows.map(({ row }) => row)]);
  }
  return Object.fromEntries(found);
}

/** Inserts rows as the previous version stored them. Neighbouring rows have different values. */
async function fillOldVersion(db: Kysely<Database>): Promise<void> {
  const at = (day: number) => new Date(Date.UTC(2026, 0, day));
  const decision = {
    open: 'LATER_DAY',
    contracts: [
      { contract_code: 'SUB2', title: 'Second', result: 'pending', ends_on: null },
      { contract_code: 'SUB1', title: 'First', result: 'cancelled', ends_on: '2026-03-01' },
    ],
  };
  // Turns off foreign keys, because the tables that this migration does not change stay empty.
  await sql`set session_replication_role = replica`.execute(db);
  await sql`insert into users (id, email, preferred_language, newsletter_wished_at, created_at)
    values (${uuid(1)}, 'one@example.com', 'de', ${at(2)}, ${at(1)}), (${uuid(2)}, 'two@example.com', 'en', null, ${at(3)})`.execute(
    db,
  );
  for (const [slug, isBound] of [
    ['book', true],
    ['box', false],
  ] as const) {
    await sql`insert into products (id, kind, slug, position, price_cents, is_shipped, is_price_bound,
        category_identifier, picture, card, texts, details, search_de, search_en, search_words_de, search_words_en)
      values (${slug}, 'book', ${slug}, 1, 2000, true, ${isBound}, 'books', 'cover', '{}', '{}', '{}', '', '', '', '')`.execute(
      db,
    );
  }
  await sql`insert into payment_attempts (id, order_id, number, attempt_key, nonce_hash, amount_cents, state, started_at)
    values (${uuid(3)}, ${uuid(4)}, 1, 'KEY-1', '\\x01', 1900, 'charged', ${at(4)})`.execute(db);
  await sql`insert into payment_notices (key, kind, transaction_id, attempt_id, amount_cents, happened_at, received_at)
    values ('settled', 'settled', 'tx', ${uuid(3)}, 1900, ${at(5)}, ${at(6)}), ('lost', 'settled', 'ty', null, 7, ${at(7)}, ${at(8)})`.execute(
    db,
  );
  await sql`insert into refunds (id, order_id, attempt_id, refund_key, amount_cents, credit_cents, lines, cause, state, created_at)
    values (${uuid(5)}, ${uuid(4)}, ${uuid(3)}, 'KEY-R', 900, 100, '{}', 'operator', 'open', ${at(9)})`.execute(
    db,
  );
  await sql`insert into subscriptions (id, user_id, product_id, order_id, contract_code, status, anchor_day,
      period_started_at, period_ends_at, started_on, price_cents, period_months, created_at)
    values (${uuid(6)}, ${uuid(1)}, 'book', ${uuid(4)}, 'SUB1', 'active', 10, ${at(10)}, ${at(11)}, '2026-01-10', 1900, 1, ${at(12)})`.execute(
    db,
  );
  for (const [n, stored] of [
    [7, JSON.stringify(decision)],
    [8, '{"open": "NO_MATCH"}'],
  ] as const) {
    await sql`insert into declarations (id, kind, reference, contract_code, email, name, details, locale, received_at,
        state, decision)
      values (${uuid(n)}, 'cancellation', ${`K-${n}`}, ${`typed ${n}`}, 'one@example.com', 'One', '{}', 'de', ${at(13)},
        'open', ${stored}::jsonb)`.execute(db);
  }
  await sql`reset session_replication_role`.execute(db);
}

function withNewNames(table: string, row: Row): Row {
  const names = new Map(
    renamed.filter(([of]) => of === table).map(([, before, after]) => [before as string, after]),
  );
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [names.get(name) ?? name, value]));
}

test('a database of the previous version keeps every row under the new names', async () => {
  const runMigration = await openOlderVersion(database, '0007-plain-names.sql');
  // All statements use one connection, because `session_replication_role` applies to one connection only.
  await db.connection().execute(fillOldVersion);
  const before = await readRows();
  await runMigration();
  const after = await readRows();
  const expected = Object.fromEntries(
    Object.entries(before).map(([table, rows]) => [table, rows.map((row) => withNewNames(table, row))]),
  );
  const [decided] = expected.declarations?.filter(({ reference }) => reference === 'K-7') ?? [];
  Object.assign(decided ?? {}, {
    decision: {
      open: 'LATER_DAY',
      subscriptions: [
        { code: 'SUB2', title: 'Second', result: 'pending', ends_on: null },
        { code: 'SUB1', title: 'First', result: 'cancelled', ends_on: '2026-03-01' },
      ],
    },
  });
  const sorted = (tables: typeof before) =>
    Object.fromEntries(
      Object.entries(tables).map(([table, rows]) => [
        table,
        rows.map((row) => JSON.stringify(Object.entries(row).toSorted())).toSorted(),
      ]),
    );
  expect(sorted(after)).toEqual(sorted(expected));
  expect(Object.keys(before).length).toBeGreaterThan(30);
  for (const [table, , name] of renamed) expect(after[table]?.[0], table).toHaveProperty(name);
});
