import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createDatabase } from '#server/database/connection.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';

const { connectionString } = await openTestDatabase();

/** One connection, so that the tests know which one they look at. */
async function withOneConnection(work: (db: ReturnType<typeof createDatabase>) => Promise<void>) {
  const db = createDatabase(connectionString, { max: 1 });
  try {
    await work(db);
  } finally {
    await db.destroy();
  }
}

const contents = (db: ReturnType<typeof createDatabase>) =>
  db.selectFrom('contents').selectAll().where('key', '=', 'nobody').execute();

test('what is asked for often is prepared, what is rare is not', async () => {
  await withOneConnection(async (db) => {
    const prepared = async () =>
      (await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db)).rows
        .map(({ statement }) => statement)
        .filter((statement) => statement.includes('"contents"'));
    await contents(db);
    await contents(db);
    expect(await prepared()).toEqual([]);
    await contents(db);
    expect(await prepared()).toHaveLength(1);
  });
});

test('a migration that runs meanwhile fails neither a statement nor a transaction', async () => {
  await withOneConnection(async (db) => {
    for (let count = 0; count < 4; count += 1) await contents(db);
    await sql`alter table contents add column extra_one text`.execute(db);
    await expect(contents(db)).resolves.toEqual([]);
    for (let count = 0; count < 4; count += 1) await contents(db);
    await sql`alter table contents add column extra_two text`.execute(db);
    const found = await inTransaction(db, (trx) =>
      trx.selectFrom('contents').selectAll().where('key', '=', 'nobody').execute(),
    );
    expect(found).toEqual([]);
  });
});

test('a transaction begins with its first statement and is undone as a whole', async () => {
  await withOneConnection(async (db) => {
    const counter = (name: string) =>
      db.selectFrom('counters').selectAll().where('name', '=', name).execute();
    await expect(
      inTransaction(db, async (trx) => {
        await trx.insertInto('counters').values({ name: 'undone', value: 1 }).execute();
        await sql`select 1 / 0`.execute(trx);
      }),
    ).rejects.toThrow('division by zero');
    expect(await counter('undone')).toEqual([]);
    await expect(inTransaction(db, async (trx) => sql`select 1 / 0`.execute(trx))).rejects.toThrow(
      'division',
    );
    await inTransaction(db, async () => {});
    await inTransaction(db, async (trx) => {
      await trx.insertInto('counters').values({ name: 'kept', value: 1 }).execute();
    });
    expect(await counter('kept')).toHaveLength(1);
  });
});
