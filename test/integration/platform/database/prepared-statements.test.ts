import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { createDatabase, isOutage } from '#server/platform/database/connection.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';

const { connectionString } = await openTestDatabase();
/** One connection, so that a test sees what is prepared on it. */
const db = createDatabase(connectionString, { max: 1 });

beforeEach(async () => {
  await sql`drop table if exists apple`.execute(db);
  await sql`create table apple (id int primary key)`.execute(db);
  await sql`insert into apple values (1)`.execute(db);
});

const readApples = async (from = db) =>
  (await sql<object>`select * from apple where id > ${0}`.execute(from)).rows;

test('a statement is prepared once and used again', async () => {
  for (let round = 0; round < 3; round += 1) expect(await readApples()).toEqual([{ id: 1 }]);
  const prepared = await sql<{ uses: number }>`
    select generic_plans + custom_plans as uses from pg_prepared_statements
    where statement = 'select * from apple where id > $1'`.execute(db);
  expect(prepared.rows).toEqual([{ uses: 3 }]);
});

test('a statement that was refused once answers other values', async () => {
  const readLike = async (id: string) =>
    (await sql<object>`select id as place from apple where id = ${id}::int`.execute(db)).rows;
  await expect(readLike('none')).rejects.toMatchObject({ code: '22P02' });
  expect(await readLike('1')).toEqual([{ place: 1 }]);
  await expect(readLike('neither')).rejects.toMatchObject({ code: '22P02' });
  expect(await readLike('2')).toEqual([]);
  expect(await readLike('1')).toEqual([{ place: 1 }]);
});

test('a statement that a migration has changed fails once, as an outage, and succeeds then', async () => {
  expect(await readApples()).toEqual([{ id: 1 }]);
  await sql`alter table apple add column colour text default 'red'`.execute(db);
  const failure: unknown = await readApples().catch((error: unknown) => error);
  expect(isOutage(failure)).toBe(true);
  expect(await readApples()).toEqual([{ id: 1, colour: 'red' }]);
});

test('a migration is noticed whatever the language of the server', () => {
  const message = 'gecachter Plan darf den Ergebnistyp nicht ändern';
  expect(isOutage(Object.assign(new Error(message), { code: '0A000' }))).toBe(true);
  expect(isOutage(Object.assign(new Error(message), { code: '42601' }))).toBe(false);
});

test('a transaction that met a migration is repeated', async () => {
  await inTransaction(db, (transaction) => readApples(transaction));
  await sql`alter table apple add column colour text default 'green'`.execute(db);
  const found = await inTransaction(db, (transaction) => readApples(transaction));
  expect(found).toEqual([{ id: 1, colour: 'green' }]);
});

test('statements beyond the limit are not prepared, and work', async () => {
  const own = createDatabase(connectionString, { max: 1 });
  for (let number = 0; number < 1_010; number += 1) {
    const { rows } = await sql.raw<{ value: number }>(`select ${number} as value`).execute(own);
    expect(rows).toEqual([{ value: number }]);
  }
  const { rows } = await sql<{ count: number }>`select count(*) from pg_prepared_statements`.execute(own);
  expect(rows).toEqual([{ count: 1_000 }]);
  await own.destroy();
});
