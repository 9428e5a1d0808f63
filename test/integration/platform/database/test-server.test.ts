import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTestDatabase } from '#test/integration/support/database.ts';

const { db } = await openTestDatabase();
/** The server of `DATABASE_URL` keeps its own settings. */
const isOwnServer = process.env.DATABASE_URL === undefined;

// A setting on PostgreSQL's command line would win over those of `tradeDurabilityForSpeed`, and nobody would see it.
test('the server that a run starts for itself waits for no disk, which would cost a third of the processor time', async () => {
  const { rows } = await sql<{ name: string }>`
    select name from pg_settings
    where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting <> 'off'`.execute(db);
  expect(isOwnServer ? rows : []).toEqual([]);
});
