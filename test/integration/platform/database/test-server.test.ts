import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTestDatabase } from '#test/integration/support/database.ts';

const { db } = await openTestDatabase();

// A setting on PostgreSQL's command line would win over those of `tradeDurabilityForSpeed`, and nobody would see it.
test.skipIf(process.env.DATABASE_URL !== undefined)(
  'the server that a run starts for itself waits for no disk, which would cost a third of the processor time',
  async () => {
    const { rows } = await sql<{ name: string; setting: string }>`
      select name, setting from pg_settings
      where name in ('fsync', 'full_page_writes', 'synchronous_commit') order by name`.execute(db);
    expect(rows.map(({ name, setting }) => `${name} ${setting}`)).toEqual([
      'fsync off',
      'full_page_writes off',
      'synchronous_commit off',
    ]);
  },
);
