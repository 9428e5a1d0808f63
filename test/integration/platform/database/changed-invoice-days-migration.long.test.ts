import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { migrate } from '#server/platform/database/migrate.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { projectRoot } from '#server/platform/files/project-root.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';

const { connectionString, db } = await openTestDatabase();
const migrations = join(projectRoot, 'src/server/platform/database/migrations');
const older = mkdtempSync(join(tmpdir(), 'migrations-'));

afterAll(() => rmSync(older, { recursive: true }));

const uuid = (n: number) => `00000000-0000-4000-8000-0000000001${n}`;

const issue = (trx: Kysely<Database>, n: number, issued_at: string) =>
  sql`insert into invoices (id, order_id, number, kind, facts, issued_at)
    values (${uuid(n)}, ${uuid(n)}, ${`RE-${n}`}, 'invoice', '{}', ${issued_at})`.execute(trx);

test('every day of an invoice is summed anew, and no key of a mail to a winner names an address', async () => {
  const names = readdirSync(migrations).toSorted();
  const added = names.find((name) => name.endsWith('-changed-invoice-days.sql')) ?? '';
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
  for (const name of names.filter((one) => one < added)) cpSync(join(migrations, name), join(older, name));
  await migrate(connectionString, older);
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

  cpSync(join(migrations, added), join(older, added));
  expect(await migrate(connectionString, older)).toEqual([added]);

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
