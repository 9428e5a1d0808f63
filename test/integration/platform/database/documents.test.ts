import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { migrate } from '#server/platform/database/migrate.ts';
import { projectRoot } from '#server/platform/files/project-root.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';

const { connectionString, db } = await openTestDatabase();
const migrations = join(projectRoot, 'src/server/platform/database/migrations');
const older = mkdtempSync(join(tmpdir(), 'migrations-'));

afterAll(() => rmSync(older, { recursive: true }));

const id = (n: number) => `00000000-0000-4000-8000-0000000000${n}`;

test('invoices of the previous version get the issuer that the shop had, and corrections the buyer of their invoice', async () => {
  const names = readdirSync(migrations).toSorted();
  const added = names.find((name) => name.endsWith('-documents.sql')) ?? '';
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
  for (const name of names.filter((one) => one < added)) cpSync(join(migrations, name), join(older, name));
  await migrate(connectionString, older);
  const brand = { name: 'Haus', company: ['Haus GmbH', 'Gasse 1'], vat_id: 'DE1', sender: 'x', support: 'y' };
  const facts = { locale: 'en', total: 1_900, contact: { firstname: 'R', lastname: 'M', country: 'CH' } };
  const { contact, ...correction } = facts;
  await db.connection().execute(async (session) => {
    await sql`set session_replication_role = replica`.execute(session);
    await sql`alter table invoices drop constraint invoices_order_id_fkey`.execute(session);
    await sql`insert into contents (key, value) values ('brand', ${JSON.stringify(brand)}),
      ('shop', ${JSON.stringify({ de: { delivery_time: 'bald' }, en: { delivery_time: 'soon' } })})`.execute(
      session,
    );
    await sql`insert into invoices (id, number, kind, order_id, corrects, facts, issued_at) values
      (${id(11)}, 'RE-1', 'invoice', ${id(21)}, null, ${JSON.stringify(facts)}, now()),
      (${id(12)}, 'RK-1', 'correction', ${id(21)}, ${id(11)}, ${JSON.stringify(correction)}, now()),
      (${id(13)}, 'RE-2', 'invoice', ${id(22)}, null, ${JSON.stringify({ ...correction, locale: 'de' })}, now())`.execute(
      session,
    );
    await sql`set session_replication_role = default`.execute(session);
  });
  cpSync(join(migrations, added), join(older, added));
  expect(await migrate(connectionString, older)).toEqual([added]);
  const { rows } = await sql<{
    number: string;
    facts: object;
  }>`select number, facts from invoices order by number`.execute(db);
  const issuer = { name: 'Haus', company: ['Haus GmbH', 'Gasse 1'], vat_id: 'DE1' };
  expect(rows).toEqual([
    { number: 'RE-1', facts: { ...facts, issuer, delivery_time: 'soon' } },
    { number: 'RE-2', facts: { ...correction, locale: 'de', issuer, delivery_time: 'bald' } },
    { number: 'RK-1', facts: { ...correction, contact, issuer, delivery_time: 'soon' } },
  ]);
});
