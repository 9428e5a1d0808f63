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

const mail = (n: number) => `00000000-0000-4000-8000-0000000001${n}`;
const declaration = (n: number) => `00000000-0000-4000-8000-0000000002${n}`;
const hour = (n: number) => `2026-11-2${n}T10:00:00.000Z`;

test('letters of collected receipts get the first of their declarations as owner, and those without one are deleted', async () => {
  const names = readdirSync(migrations).toSorted();
  const added = names.find((name) => name.endsWith('-collected-receipts-have-an-owner.sql')) ?? '';
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
  for (const name of names.filter((one) => one < added)) cpSync(join(migrations, name), join(older, name));
  await migrate(connectionString, older);
  const declare = (n: number, email: string, collected: string) =>
    sql`insert into declarations (id, kind, reference, declared_code, email, name, details, locale, received_at, state, decision)
      values (${declaration(n)}, 'withdrawal', ${`W-${n}`}, 'X', ${email}, 'A', '{}', 'de', ${new Date(Date.UTC(2026, 10, 21, 10, 60 - n))},
        'unmatched', ${JSON.stringify({ collected })})`.execute(db);
  await declare(11, 'ada@example.org', hour(1));
  await declare(12, 'ada@example.org', hour(1));
  await declare(13, 'ada@example.org', hour(2));
  await declare(14, 'berta@example.org', hour(1));
  const queue = async (n: number, recipient: string, facts: object, repeats: string | null = null) => {
    const key = repeats === null ? `collected_receipt:hash-of-${recipient}:${n}` : `resent:${n}`;
    await sql`insert into outbox (id, template, recipient, locale, facts, dedupe_key, created_at, due_at, repeats)
      values (${mail(n)}, 'collected_receipt', ${recipient}, 'de', ${JSON.stringify(facts)}, ${key}, now(), now(), ${repeats})`.execute(
      db,
    );
  };
  const store = (key: string, filename: string) =>
    sql`insert into documents (key, filename, content) values (${key}, ${filename}, ${Buffer.from(key)})`.execute(
      db,
    );
  await queue(11, 'ada@example.org', { collected: hour(1) });
  await queue(12, 'ada@example.org', { collected: hour(1) }, mail(11));
  await queue(13, 'ada@example.org', { collected: hour(2) });
  await queue(14, 'deleted@deleted.invalid', { collected: hour(1) });
  await store(`mail:${mail(11)}`, 'collected_receipt.json');
  await store(`mail:${mail(14)}`, 'collected_receipt.json');
  await store('agbs:de:2026-01-01', 'AGB.pdf');

  cpSync(join(migrations, added), join(older, added));
  expect(await migrate(connectionString, older)).toEqual([added]);

  const documents = await sql`select key, declaration_id, convert_from(content, 'UTF8') as content
    from documents order by key`.execute(db);
  const letter = `mail:${mail(11)}`;
  expect(documents.rows).toEqual([
    { key: 'agbs:de:2026-01-01', declaration_id: null, content: 'agbs:de:2026-01-01' },
    { key: letter, declaration_id: declaration(12), content: letter },
  ]);
  const mails = await sql`select id, dedupe_key, facts from outbox order by id`.execute(db);
  const [first, second] = [
    { collected: hour(1), declaration_id: declaration(12) },
    { collected: hour(2), declaration_id: declaration(13) },
  ];
  expect(mails.rows).toEqual([
    { id: mail(11), dedupe_key: `collected_receipt:${declaration(12)}`, facts: first },
    { id: mail(12), dedupe_key: 'resent:12', facts: first },
    { id: mail(13), dedupe_key: `collected_receipt:${declaration(13)}`, facts: second },
    { id: mail(14), dedupe_key: `collected_receipt:${mail(14)}`, facts: { collected: hour(1) } },
  ]);
  await expect(sql`update documents set filename = 'x'`.execute(db)).rejects.toThrow('cannot change');
});
