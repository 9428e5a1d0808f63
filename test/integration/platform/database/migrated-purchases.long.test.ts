import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Database } from '#server/platform/database/schema.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { openOlderVersion, uuid } from './older-version.ts';

const database = await openTestDatabase();
const { db } = database;

const issue = (trx: Kysely<Database>, n: number, issued_at: string) =>
  sql`insert into invoices (id, order_id, number, kind, facts, issued_at)
    values (${uuid(n)}, ${uuid(n)}, ${`RE-${n}`}, 'invoice', '{}', ${issued_at})`.execute(trx);

test('every day of an invoice is summed anew, and no key of a mail to a winner names an address', async () => {
  const runMigration = await openOlderVersion(database, '-changed-invoice-days.sql');
  await db.transaction().execute(async (trx) => {
    // Their orders do not matter here.
    await sql`set local session_replication_role = replica`.execute(trx);
    await issue(trx, 11, '2026-11-20T22:59:59Z');
    await issue(trx, 12, '2026-11-20T23:00:00Z');
    await issue(trx, 13, '2026-11-21T10:00:00Z');
  });
  const keys = [
    'giveaway_won:winterlos:ada@example.org',
    'giveaway_won:winterlos:berta@example.org',
    'order:7',
  ];
  for (const [index, key] of keys.entries())
    await sql`insert into outbox (id, template, recipient, locale, facts, dedupe_key, created_at, due_at)
      values (${uuid(index + 21)}, 'giveaway_won', 'a@example.org', 'de', '{}', ${key}, now(), now())`.execute(
      db,
    );

  await runMigration();

  const days = async () => {
    const { rows } = await sql<{ day: string }>`select day from changed_invoice_days order by day`.execute(
      db,
    );
    return rows.map(({ day }) => day);
  };
  expect(await days()).toEqual(['2026-11-20', '2026-11-21']);
  const mails = await sql`select dedupe_key from outbox order by id`.execute(db);
  expect(mails.rows).toEqual([
    { dedupe_key: `giveaway_won:winterlos:${uuid(21)}` },
    { dedupe_key: `giveaway_won:winterlos:${uuid(22)}` },
    { dedupe_key: 'order:7' },
  ]);
  await sql`delete from changed_invoice_days`.execute(db);
  await sql`delete from invoices where id = ${uuid(12)}`.execute(db);
  expect(await days()).toEqual(['2026-11-21']);
});
