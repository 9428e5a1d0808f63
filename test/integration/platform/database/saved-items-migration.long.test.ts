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

const [ada, berta, carla] = [1, 2, 3].map((n) => `00000000-0000-4000-8000-00000000000${n}`);
const minute = (n: number) => new Date(Date.UTC(2026, 0, 1, 0, n));

test('what learners had saved from their carts joins their wish lists, once each, as far as there is room', async () => {
  const names = readdirSync(migrations).toSorted();
  const added = names.find((name) => name.endsWith('-saved-items-join-the-wish-list.sql')) ?? '';
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
  for (const name of names.filter((one) => one < added)) cpSync(join(migrations, name), join(older, name));
  await migrate(connectionString, older);
  await db.connection().execute(async (session) => {
    // Users and products stay empty.
    await sql`set session_replication_role = replica`.execute(session);
    await sql`alter table wish_list_items drop constraint wish_list_items_user_id_fkey,
      drop constraint wish_list_items_product_id_fkey`.execute(session);
    const save = (user: string | undefined, line: string, product: string, at: number) =>
      sql`insert into saved_items values (${user}, ${line}, ${product}, 3, '{"recipient_name": "Anna"}', ${minute(at)})`.execute(
        session,
      );
    const list = (user: string | undefined, product: string, at: number) =>
      sql`insert into wish_list_items values (${user}, ${product}, ${minute(at)})`.execute(session);
    // Ada: one product in two lines, one on the list already, one of each list alone.
    await save(ada, 'gift.1', 'gift', 10);
    await save(ada, 'gift.2', 'gift', 40);
    await save(ada, 'book', 'book', 50);
    await save(ada, 'course', 'course', 20);
    await list(ada, 'book', 30);
    await list(ada, 'box', 15);
    // Berta: room for two of three.
    for (let n = 0; n < 198; n += 1) await list(berta, `listed-${n}`, 0);
    for (const [n, product] of ['old', 'newer', 'newest'].entries()) await save(berta, product, product, n);
    await list(carla, 'box', 1);
    for (const [n, template, sent] of [
      [1, 'cart_link', null],
      [2, 'cart_link', minute(1)],
      [3, 'order_link', null],
    ] as const)
      await sql`insert into outbox (id, template, recipient, locale, facts, dedupe_key, created_at, due_at, sent_at)
        values (${`00000000-0000-4000-8000-00000000001${n}`}, ${template}, 'a@example.com', 'de', '{}', ${`k${n}`},
          ${minute(0)}, ${minute(0)}, ${sent})`.execute(session);
    await sql`set session_replication_role = default`.execute(session);
  });
  cpSync(join(migrations, added), join(older, added));
  expect(await migrate(connectionString, older)).toEqual([added]);
  const listed = async (user: string | undefined) => {
    const { rows } = await sql<{ product_id: string }>`select product_id from wish_list_items
      where user_id = ${user} order by added_at desc, product_id`.execute(db);
    return rows.map(({ product_id }) => product_id);
  };
  expect(await listed(ada)).toEqual(['gift', 'book', 'course', 'box']);
  const full = await listed(berta);
  expect([full.length, full[0], full[1], full.includes('old')]).toEqual([200, 'newest', 'newer', false]);
  expect(await listed(carla)).toEqual(['box']);
  const { rows: mails } = await sql`select dedupe_key from outbox order by 1`.execute(db);
  expect(mails, 'a mail that waits cannot be composed any more').toEqual([
    { dedupe_key: 'k2' },
    { dedupe_key: 'k3' },
  ]);
  const { rows } = await sql`select 1 from pg_tables where tablename = 'saved_items'`.execute(db);
  expect(rows).toEqual([]);
});
