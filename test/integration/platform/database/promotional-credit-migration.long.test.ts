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
const own = 'promotional-credit.sql';

afterAll(() => rmSync(older, { recursive: true }));

const id = (n: number) => `00000000-0000-4000-8000-0000000000${n}`;
const at = new Date(Date.UTC(2026, 2, 4));

test('balances of the previous version are split into bought and promotional credit, and no cent is lost', async () => {
  const names = readdirSync(migrations).toSorted();
  const added = names.find((name) => name.endsWith(own)) ?? '';
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
  for (const name of names.filter((one) => one < added)) cpSync(join(migrations, name), join(older, name));
  await migrate(connectionString, older);
  await db.connection().execute(async (session) => {
    await sql`set session_replication_role = replica`.execute(session);
    await sql`insert into users (id, email, preferred_language, created_at)
      values (${id(91)}, 'one@example.com', 'de', ${at}), (${id(92)}, 'two@example.com', 'en', ${at})`.execute(
      session,
    );
    // One user has 50 EUR of promotional credit and 40 EUR of bought credit, of which 15 EUR are spent. The
    // other user has bought credit only.
    for (const [code, line, value, owner] of [
      [id(11), null, 5_000, id(91)],
      [id(12), id(81), 4_000, id(91)],
      [id(13), id(82), 2_500, id(92)],
    ] as const) {
      await sql`insert into gift_codes (id, code, kind, initial_cents, order_line_id, redeemed_by, redeemed_at, created_at)
        values (${code}, ${code}, 'voucher', ${value}, ${line}, ${owner}, ${at}, ${at})`.execute(session);
      await sql`insert into voucher_entries (id, gift_code_id, amount_cents, cause, happened_at)
        values (gen_random_uuid(), ${code}, ${value}, 'issued', ${at}),
          (gen_random_uuid(), ${code}, ${-value}, 'redeemed', ${at})`.execute(session);
    }
    for (const [code, balance, owner] of [
      [id(21), 7_500, id(91)],
      [id(22), 2_500, id(92)],
    ] as const) {
      await sql`insert into gift_codes (id, code, kind, balance_cents, redeemed_by, redeemed_at, created_at)
        values (${code}, ${code}, 'credit', ${balance}, ${owner}, ${at}, ${at})`.execute(session);
    }
    await sql`insert into voucher_entries (id, gift_code_id, amount_cents, cause, happened_at)
      values (gen_random_uuid(), ${id(21)}, 5000, 'redeemed', ${at}), (gen_random_uuid(), ${id(21)}, 4000, 'redeemed', ${at}),
        (gen_random_uuid(), ${id(21)}, -1500, 'reserved', ${at}), (gen_random_uuid(), ${id(22)}, 2500, 'redeemed', ${at})`.execute(
      session,
    );
    await sql`set session_replication_role = default`.execute(session);
  });
  cpSync(join(migrations, added), join(older, added));
  expect(await migrate(connectionString, older)).toEqual([added]);

  const { rows } = await sql<{ owner: string; is_promotional: boolean; balance: number; ledger: number }>`
    select redeemed_by as owner, is_promotional, balance_cents as balance,
      (select sum(amount_cents)::int from voucher_entries where gift_code_id = gift_codes.id) as ledger
    from gift_codes where kind = 'credit' order by redeemed_by, is_promotional
  `.execute(db);
  expect(rows).toEqual([
    { owner: id(91), is_promotional: false, balance: 4_000, ledger: 4_000 },
    { owner: id(91), is_promotional: true, balance: 3_500, ledger: 3_500 },
    { owner: id(92), is_promotional: false, balance: 2_500, ledger: 2_500 },
  ]);
  const vouchers = await sql<{ id: string; is_promotional: boolean }>`
    select id, is_promotional from gift_codes where kind = 'voucher' order by id`.execute(db);
  expect(vouchers.rows.map(({ is_promotional }) => is_promotional)).toEqual([true, false, false]);
});
