import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql, type Transaction } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { migrate } from '#server/platform/database/migrate.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { projectRoot } from '#server/platform/files/project-root.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';

const { connectionString, db } = await openTestDatabase();
const migrations = join(projectRoot, 'src/server/platform/database/migrations');
const older = mkdtempSync(join(tmpdir(), 'migrations-'));

afterAll(() => rmSync(older, { recursive: true }));

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
/** So many hours after the orders were paid. */
const hour = (hours: number) => new Date(Date.UTC(2026, 2, 4, 10 + hours)).toISOString();

/** What a column gets that has to have a value and is none of the test's business. */
const anything: Readonly<Record<string, string>> = {
  integer: '0',
  smallint: '0',
  bigint: '0',
  numeric: '0',
  'double precision': '0',
  bytea: '',
  boolean: 'false',
  jsonb: '{}',
  uuid: uuid(0),
  'timestamp with time zone': hour(0),
  date: '2026-03-04',
};

type Row = Readonly<Record<string, string | boolean | null>>;

/** Inserts a row of an older version, of which the types of today know nothing. */
async function insert(trx: Transaction<Database>, table: string, row: Row): Promise<void> {
  const { rows } = await sql<{ name: string; type: string }>`
    select column_name as name, data_type as type from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_nullable = 'NO' and column_default is null
  `.execute(trx);
  const full = {
    ...Object.fromEntries(rows.map(({ name, type }) => [name, anything[type] ?? `${name}-${row.id}`])),
    ...row,
  };
  const names = sql.join(Object.keys(full).map((name) => sql.ref(name)));
  await sql`insert into ${sql.table(table)} (${names}) values (${sql.join(Object.values(full))})`.execute(
    trx,
  );
}

interface OldOrder {
  readonly buyer: number;
  readonly paid?: boolean;
  /** When the mail server took the confirmation; null: never. */
  readonly mailed: string | null;
  readonly product?: string;
}

async function fill(trx: Transaction<Database>): Promise<void> {
  // Neither checks nor references: a row has only the columns that the migration looks at.
  await sql`set local session_replication_role = replica`.execute(trx);
  await sql`do $$ declare one record; begin
    for one in select conrelid::regclass as rel, conname from pg_constraint
      where contype = 'c' and connamespace = 'public'::regnamespace
    loop execute format('alter table %s drop constraint %I', one.rel, one.conname); end loop;
  end $$`.execute(trx);
  const product = (id: string, kind: string, details: object) =>
    insert(trx, 'products', { id, kind, details: JSON.stringify(details) });
  await product('course', 'course', {});
  await product('gift', 'gift', { gives: { kind: 'course', product_id: 'course' } });
  await product('book', 'book', {});
  for (const [id, is_free] of [
    ['free', true],
    ['first', false],
    ['second', false],
  ] as const)
    await insert(trx, 'lessons', { id, course_id: 'course', is_free });
  const order = async (n: number, { buyer, paid = true, mailed, product: sold = 'course' }: OldOrder) => {
    const row = { id: uuid(n), user_id: uuid(buyer), state: paid ? 'paid' : 'draft' };
    await insert(trx, 'orders', { ...row, completed_at: paid ? hour(0) : null });
    await insert(trx, 'order_lines', {
      id: uuid(n + 100),
      order_id: uuid(n),
      product_id: sold,
      quantity: '1',
    });
    await insert(trx, 'outbox', { id: uuid(n + 200), dedupe_key: `order:${uuid(n)}`, sent_at: mailed });
  };
  const play = (who: number, lesson_id: string, at: number) =>
    insert(trx, 'lesson_progress', {
      user_id: uuid(who),
      lesson_id,
      watched_at: hour(at),
      first_watched_at: hour(at),
    });

  await order(1, { buyer: 11, mailed: hour(2) });
  await play(11, 'first', 3);
  await play(11, 'second', 4);
  await order(2, { buyer: 12, mailed: null });
  await play(12, 'first', 3);
  await order(3, { buyer: 13, mailed: hour(2) });
  await play(13, 'first', 1);
  await play(13, 'free', 5);
  await order(4, { buyer: 14, mailed: hour(2), product: 'gift' });
  await insert(trx, 'gift_codes', {
    id: uuid(50),
    code: 'GESCHENK',
    kind: 'gift',
    product_id: 'gift',
    order_line_id: uuid(104),
    redeemed_by: uuid(15),
    redeemed_at: hour(3),
  });
  await play(14, 'second', 6);
  await play(15, 'first', 2);
  await insert(trx, 'film_deliveries', {
    user_id: uuid(15),
    lesson_id: 'second',
    last_delivered_at: hour(4),
  });
  await order(5, { buyer: 16, paid: false, mailed: hour(2) });
  await order(6, { buyer: 17, mailed: hour(2), product: 'book' });
}

test('the record of use of orders of the previous version counts the last play after payment and confirmation', async () => {
  const names = readdirSync(migrations).toSorted();
  const added = names.find((name) => name.endsWith('digital-contents.sql')) ?? '';
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
  for (const name of names.filter((one) => one < added)) cpSync(join(migrations, name), join(older, name));
  await migrate(connectionString, older);

  await db.transaction().execute(fill);

  cpSync(join(migrations, added), join(older, added));
  expect(await migrate(connectionString, older)).toEqual([added]);
  const { rows } = await sql`
    select order_line_id as line, gift_code_id as code, course_id as course, opened_at as at, opened_lesson_id as lesson
    from digital_contents order by order_line_id`.execute(db);
  const none = { code: null, course: 'course', at: null, lesson: null };
  expect(rows).toEqual([
    { ...none, line: uuid(101), at: new Date(hour(4)), lesson: 'second' },
    { ...none, line: uuid(102) },
    { ...none, line: uuid(103) },
    { ...none, line: uuid(104), code: uuid(50), at: new Date(hour(4)), lesson: 'second' },
  ]);
});
