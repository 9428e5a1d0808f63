import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';

const { db } = await openTestDatabase();

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
  // One is aborted. On a busy machine it can lock its first row again before the other one wakes, and meets it anew.
  expect(runs).toBeGreaterThanOrEqual(3);
  expect(await readTally()).toEqual({ left: 2, right: 2 });
});

test('any other error rolls the transaction back once and is thrown to the caller', async () => {
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
