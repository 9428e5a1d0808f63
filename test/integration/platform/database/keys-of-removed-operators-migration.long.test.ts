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

const earlier = '2026-01-01T00:00:00Z';

const uuid = (n: number) => `00000000-0000-4000-8000-0000000000${n}`;

test('keys that went on working after their maker was removed end, and the audit log says so', async () => {
  const names = readdirSync(migrations).toSorted();
  const added = names.find((name) => name.endsWith('-keys-of-removed-operators.sql')) ?? '';
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
  for (const name of names.filter((one) => one < added)) cpSync(join(migrations, name), join(older, name));
  await migrate(connectionString, older);
  for (const [n, email, state] of [
    [11, 'ada@example.org', 'removed'],
    [12, 'berta@example.org', 'removed'],
    [13, 'berta@example.org', 'invited'],
  ] as const)
    await sql`insert into operators (id, email, name, role, state, factor_salt, created_at, removed_at)
      values (${uuid(n)}, ${email}, '', 'owner', ${state}, 's', now(),
        ${state === 'removed' ? earlier : null})`.execute(db);
  for (const [n, maker, revoked] of [
    [21, 'ada@example.org', null],
    [22, 'ada@example.org', earlier],
    [23, 'berta@example.org', null],
    [24, 'gone@example.org', null],
  ] as const)
    await sql`insert into api_keys (id, name, permissions, token_hash, created_by, created_at, revoked_at)
      values (${uuid(n)}, ${`K${n}`}, '{}', ${Buffer.from([n])}, ${maker}, now(), ${revoked})`.execute(db);

  cpSync(join(migrations, added), join(older, added));
  expect(await migrate(connectionString, older)).toEqual([added]);

  const running = await sql`select name from api_keys where revoked_at is null`.execute(db);
  expect(running.rows).toEqual([{ name: 'K23' }]);
  const log = await sql`select record_id, before, after from audit_log order by record_id`.execute(db);
  expect(log.rows).toEqual(
    [
      [21, 'ada@example.org'],
      [24, 'gone@example.org'],
    ].map(([n, operator]) => ({
      record_id: uuid(Number(n)),
      before: { name: `K${n}` },
      after: { cause: 'operator.removed', operator },
    })),
  );
});
