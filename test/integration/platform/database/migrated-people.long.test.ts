import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { openOlderVersion, uuid } from './older-version.ts';

const database = await openTestDatabase();
const { db } = database;

const mail = (n: number) => uuid(100 + n);
const declaration = (n: number) => uuid(200 + n);
const hour = (n: number) => `2026-11-2${n}T10:00:00.000Z`;

test('documents of collected receipts get their first declaration as owner, and those without one are deleted', async () => {
  const runMigration = await openOlderVersion(database, '-collected-receipts-have-an-owner.sql');
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

  await runMigration();

  const documents = await sql`select key, declaration_id, convert_from(content, 'UTF8') as content
    from documents order by key`.execute(db);
  const receipt = `mail:${mail(11)}`;
  expect(documents.rows).toEqual([
    { key: 'agbs:de:2026-01-01', declaration_id: null, content: 'agbs:de:2026-01-01' },
    { key: receipt, declaration_id: declaration(12), content: receipt },
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

const earlier = '2026-01-01T00:00:00Z';

test('API keys of removed operators are revoked, with an entry in the audit log', async () => {
  const runMigration = await openOlderVersion(database, '-keys-of-removed-operators.sql');
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

  await runMigration();

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
