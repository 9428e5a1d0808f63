import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { createDatabase, isOutage } from '#server/platform/database/connection.ts';
import { inTransaction, inTransactionIf } from '#server/platform/database/transaction.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';

const { connectionString, db } = await openTestDatabase();
/** One connection, so that tests can read its prepared statements. */
const single = createDatabase(connectionString, { max: 1 });

beforeEach(async () => {
  await sql`drop table if exists apple`.execute(single);
  await sql`create table apple (id int primary key)`.execute(single);
  await sql`insert into apple values (1)`.execute(single);
});

const readApples = async (from = single) =>
  (await sql<object>`select * from apple where id > ${0}`.execute(from)).rows;

test('a statement is prepared once and used again', async () => {
  for (let round = 0; round < 3; round += 1) expect(await readApples()).toEqual([{ id: 1 }]);
  const prepared = await sql<{ uses: number }>`
    select generic_plans + custom_plans as uses from pg_prepared_statements
    where statement = 'select * from apple where id > $1'`.execute(single);
  expect(prepared.rows).toEqual([{ uses: 3 }]);
});

test('a prepared statement that failed once works with other values', async () => {
  const readLike = async (id: string) =>
    (await sql<object>`select id as place from apple where id = ${id}::int`.execute(single)).rows;
  await expect(readLike('none')).rejects.toMatchObject({ code: '22P02' });
  expect(await readLike('1')).toEqual([{ place: 1 }]);
  await expect(readLike('neither')).rejects.toMatchObject({ code: '22P02' });
  expect(await readLike('2')).toEqual([]);
  expect(await readLike('1')).toEqual([{ place: 1 }]);
});

test('a transaction that is not to be committed is rolled back, and its result is returned', async () => {
  const add = (id: number, isKept: boolean) =>
    inTransactionIf(
      single,
      () => isKept,
      async (transaction) => {
        await sql`insert into apple values (${id})`.execute(transaction);
        return id;
      },
    );
  expect([await add(2, false), await add(3, true)]).toEqual([2, 3]);
  expect(await readApples()).toEqual([{ id: 1 }, { id: 3 }]);
});

test('prepared statements go on after migrations that changed their table', async () => {
  expect(await readApples()).toEqual([{ id: 1 }]);
  await sql`alter table apple add column colour text default 'red'`.execute(single);
  expect(await readApples()).toEqual([{ id: 1, colour: 'red' }]);
  await sql`alter table apple add column weight int`.execute(single);
  expect(await readApples()).toEqual([{ id: 1, colour: 'red', weight: null }]);
});

test('in a transaction that nobody repeats, a prepared statement fails after a migration, as an outage', async () => {
  await readApples();
  await sql`alter table apple add column colour text default 'red'`.execute(single);
  const failure: unknown = await single
    .transaction()
    .execute((transaction) => sql<object>`select * from apple where id > ${0}`.execute(transaction))
    .catch((error: unknown) => error);
  expect(failure).toMatchObject({ message: expect.stringContaining('cached plan'), code: '0A000' });
  expect(isOutage(failure)).toBe(true);
  expect(await readApples()).toEqual([{ id: 1, colour: 'red' }]);
});

test('an outdated statement is recognised by its error code, whatever the language of the server', () => {
  const message = 'gecachter Plan darf den Ergebnistyp nicht ändern';
  expect(isOutage(Object.assign(new Error(message), { code: '0A000' }))).toBe(true);
  expect(isOutage(Object.assign(new Error(message), { code: '42601' }))).toBe(false);
});

test('a transaction that fails because of a migration is retried', async () => {
  await inTransaction(single, (transaction) => readApples(transaction));
  await sql`alter table apple add column colour text default 'green'`.execute(single);
  const found = await inTransaction(single, (transaction) => readApples(transaction));
  expect(found).toEqual([{ id: 1, colour: 'green' }]);
});

test('statements beyond the limit are executed without being prepared', async () => {
  const own = createDatabase(connectionString, { max: 1 });
  for (let number = 0; number < 1_010; number += 1) {
    const { rows } = await sql.raw<{ value: number }>(`select ${number} as value`).execute(own);
    expect(rows).toEqual([{ value: number }]);
  }
  const { rows } = await sql<{ count: number }>`select count(*) from pg_prepared_statements`.execute(own);
  expect(rows).toEqual([{ count: 1_000 }]);
  await own.destroy();
});

await sql`create table tally (name text primary key, value bigint not null)`.execute(db);

async function resetTally(): Promise<void> {
  await sql`truncate tally`.execute(db);
  await sql`insert into tally values ('left', 0), ('right', 0)`.execute(db);
}

async function readTally(): Promise<Record<string, unknown>> {
  const { rows } = await sql<{ name: string; value: unknown }>`select name, value from tally`.execute(db);
  return Object.fromEntries(rows.map((row) => [row.name, row.value]));
}

test('two transactions with a deadlock both succeed', async () => {
  await resetTally();
  const bothLocked = Promise.withResolvers<void>();
  let locked = 0;
  let runs = 0;
  const crossing = (first: string, second: string) =>
    inTransaction(db, async (transaction) => {
      runs += 1;
      await sql`update tally set value = value + 1 where name = ${first}`.execute(transaction);
      locked += 1;
      if (locked === 2) bothLocked.resolve();
      await bothLocked.promise;
      await sql`update tally set value = value + 1 where name = ${second}`.execute(transaction);
    });
  await Promise.all([crossing('left', 'right'), crossing('right', 'left')]);
  // One is aborted and retried. On a busy machine the retry may run into another deadlock.
  expect(runs).toBeGreaterThanOrEqual(3);
  expect(await readTally()).toEqual({ left: 2, right: 2 });
});

test('another error rolls the transaction back without a retry and is thrown to the caller', async () => {
  await resetTally();
  let runs = 0;
  const broken = inTransaction(db, async (transaction) => {
    runs += 1;
    await sql`update tally set value = 7`.execute(transaction);
    throw new Error('the order is gone');
  });
  await expect(broken).rejects.toThrow('the order is gone');
  expect(runs).toBe(1);
  expect(await readTally()).toEqual({ left: 0, right: 0 });
});

test('a transaction with repeated conflicts gives up after three retries', async () => {
  let runs = 0;
  const doomed = inTransaction(db, async (transaction) => {
    runs += 1;
    await sql`do $$ begin raise exception 'again' using errcode = '40001'; end $$`.execute(transaction);
  });
  await expect(doomed).rejects.toMatchObject({ code: '40001' });
  expect(runs).toBe(4);
});

test('bigint, numeric and date are returned as number and text, times as Date', async () => {
  const { rows } = await sql`
    select 12::bigint as whole, 1.5::numeric as part, date '2026-03-29' as day,
      timestamptz '2026-03-29 02:30:00+01' as moment`.execute(db);
  expect(rows).toEqual([
    { whole: 12, part: 1.5, day: '2026-03-29', moment: new Date('2026-03-29T01:30:00Z') },
  ]);
});

/** The server of `DATABASE_URL` keeps its own settings. */
const isOwnServer = process.env.DATABASE_URL === undefined;

// A setting on the command line would silently override `tradeDurabilityForSpeed`, and cost a third of the CPU time.
test('the PostgreSQL that a test run starts does not wait for the disk', async () => {
  const { rows } = await sql<{ name: string }>`
    select name from pg_settings
    where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting <> 'off'`.execute(db);
  expect(isOwnServer ? rows : []).toEqual([]);
});
