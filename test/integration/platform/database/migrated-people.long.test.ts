import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { openOlderVersion, uuid } from './older-version.ts';

const database = await openTestDatabase();
const { db } = database;

const at = new Date(Date.UTC(2026, 2, 4));

test('balances of the previous version are split into bought and promotional credit, and no cent is lost', async () => {
  const runMigration = await openOlderVersion(database, 'promotional-credit.sql');
  await db.connection().execute(async (session) => {
    await sql`set session_replication_role = replica`.execute(session);
    await sql`insert into users (id, email, preferred_language, created_at)
      values (${uuid(91)}, 'one@example.com', 'de', ${at}), (${uuid(92)}, 'two@example.com', 'en', ${at})`.execute(
      session,
    );
    // One user has 50 EUR of promotional credit and 40 EUR of bought credit, of which 15 EUR are spent. The
    // other user has bought credit only.
    for (const [code, line, value, owner] of [
      [uuid(11), null, 5_000, uuid(91)],
      [uuid(12), uuid(81), 4_000, uuid(91)],
      [uuid(13), uuid(82), 2_500, uuid(92)],
    ] as const) {
      await sql`insert into gift_codes (id, code, kind, initial_cents, order_line_id, redeemed_by, redeemed_at, created_at)
        values (${code}, ${code}, 'voucher', ${value}, ${line}, ${owner}, ${at}, ${at})`.execute(session);
      await sql`insert into voucher_entries (id, gift_code_id, amount_cents, cause, happened_at)
        values (gen_random_uuid(), ${code}, ${value}, 'issued', ${at}),
          (gen_random_uuid(), ${code}, ${-value}, 'redeemed', ${at})`.execute(session);
    }
    for (const [code, balance, owner] of [
      [uuid(21), 7_500, uuid(91)],
      [uuid(22), 2_500, uuid(92)],
    ] as const) {
      await sql`insert into gift_codes (id, code, kind, balance_cents, redeemed_by, redeemed_at, created_at)
        values (${code}, ${code}, 'credit', ${balance}, ${owner}, ${at}, ${at})`.execute(session);
    }
    await sql`insert into voucher_entries (id, gift_code_id, amount_cents, cause, happened_at)
      values (gen_random_uuid(), ${uuid(21)}, 5000, 'redeemed', ${at}), (gen_random_uuid(), ${uuid(21)}, 4000, 'redeemed', ${at}),
        (gen_random_uuid(), ${uuid(21)}, -1500, 'reserved', ${at}), (gen_random_uuid(), ${uuid(22)}, 2500, 'redeemed', ${at})`.execute(
      session,
    );
    await sql`set session_replication_role = default`.execute(session);
  });
  await runMigration();

  const { rows } = await sql<{ owner: string; is_promotional: boolean; balance: number; ledger: number }>`
    select redeemed_by as owner, is_promotional, balance_cents as balance,
      (select sum(amount_cents)::int from voucher_entries where gift_code_id = gift_codes.id) as ledger
    from gift_codes where kind = 'credit' order by redeemed_by, is_promotional
  `.execute(db);
  expect(rows).toEqual([
    { owner: uuid(91), is_promotional: false, balance: 4_000, ledger: 4_000 },
    { owner: uuid(91), is_promotional: true, balance: 3_500, ledger: 3_500 },
    { owner: uuid(92), is_promotional: false, balance: 2_500, ledger: 2_500 },
  ]);
  const vouchers = await sql<{ id: string; is_promotional: boolean }>`
    select id, is_promotional from gift_codes where kind = 'voucher' order by id`.execute(db);
  expect(vouchers.rows.map(({ is_promotional }) => is_promotional)).toEqual([true, false, false]);
});

const [ada, berta, carla] = [uuid(1), uuid(2), uuid(3)];
const minute = (n: number) => new Date(Date.UTC(2026, 0, 1, 0, n));

test('what learners had saved from their carts joins their wish lists, once each, as far as there is room', async () => {
  const runMigration = await openOlderVersion(database, '-saved-items-join-the-wish-list.sql');
  await db.connection().execute(async (session) => {
    // Users and products stay empty.
    await sql`set session_replication_role = replica`.execute(session);
    await sql`alter table wish_list_items drop constraint wish_list_items_user_id_fkey,
      drop constraint wish_list_items_product_id_fkey`.execute(session);
    const save = (user: string, line: string, product: string, at: number) =>
      sql`insert into saved_items values (${user}, ${line}, ${product}, 3, '{"recipient_name": "Anna"}', ${minute(at)})`.execute(
        session,
      );
    const list = (user: string, product: string, at: number) =>
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
        values (${uuid(10 + n)}, ${template}, 'a@example.com', 'de', '{}', ${`k${n}`},
          ${minute(0)}, ${minute(0)}, ${sent})`.execute(session);
    await sql`set session_replication_role = default`.execute(session);
  });
  await runMigration();
  const listed = async (user: string) => {
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

const mail = (n: number) => uuid(100 + n);
const declaration = (n: number) => uuid(200 + n);
const hour = (n: number) => `2026-11-2${n}T10:00:00.000Z`;

test('letters of collected receipts get the first of their declarations as owner, and those without one are deleted', async () => {
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

const earlier = '2026-01-01T00:00:00Z';

test('keys that went on working after their maker was removed end, and the audit log says so', async () => {
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
