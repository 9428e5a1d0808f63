import { type Kysely, sql, type Transaction } from 'kysely';
import { expect, test } from 'vitest';
import type { Database } from '#server/platform/database/schema.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { openOlderVersion, uuid } from './older-version.ts';

const database = await openTestDatabase();
const { db } = database;
/** Creates a database of the version in which payment attempts did not contain the provider. */
const beforeProviders = () => openOlderVersion(database, '-payment-providers.sql');

const sandboxToken = 'vault:Zm9vYmFyYmF6cXV4enVyaA';
let orders = 0;

interface EarlierAttempt {
  readonly minute: number;
  readonly state?: string;
  readonly transaction?: string | null;
  readonly token?: string | null;
}

async function attempt({ minute, state = 'charged', transaction = null, token = null }: EarlierAttempt) {
  orders += 1;
  const [order, id] = [crypto.randomUUID(), crypto.randomUUID()];
  const at = new Date(Date.UTC(2026, 10, 21, 10, minute));
  await sql`insert into orders (id, code, email, locale, state, template, subtotal_cents, discount_cents, shipping_cents,
      total_cents, credit_cents, amount_due_cents, included_vat_cents, needs_waiver, created_at, state_changed_at, fulfilment)
    values (${order}, ${`O-${orders}`}, 'a@example.org', 'de', 'paid', 'order', 8900, 0, 0, 8900, 0, 8900, 1421, false,
      ${at}, ${at}, 'none')`.execute(db);
  await sql`insert into payment_attempts (id, order_id, number, attempt_key, nonce_hash, amount_cents, state,
      transaction_id, vault_token, started_at, provider)
    values (${id}, ${order}, 1, ${`O-${orders}-1`}, '\\x00', 8900, ${state}, ${transaction}, ${token}, ${at}, 'card')`.execute(
    db,
  );
  return { id, order };
}

const providers = async () => {
  const rows = await db.selectFrom('payment_attempts').select('provider').orderBy('started_at').execute();
  return rows.map(({ provider }) => provider);
};

test('the provider of a charge is found by its transaction, without one by the charges before and after it', async () => {
  const runMigration = await beforeProviders();
  await attempt({ minute: 1, state: 'unknown' });
  await attempt({ minute: 2, transaction: 'sbx_1a2b3c' });
  await attempt({ minute: 3, state: 'unknown' });
  await attempt({ minute: 4, transaction: 'k3yx9q' });
  await attempt({ minute: 5, state: 'declined' });
  await attempt({ minute: 6, transaction: sandboxToken });
  await attempt({ minute: 7, transaction: 'vault:h7m2zq' });
  await attempt({ minute: 8, state: 'charging' });
  await runMigration();
  expect(await providers()).toEqual([
    'sandbox',
    'sandbox',
    'sandbox',
    'braintree',
    'braintree',
    'sandbox',
    'braintree',
    'braintree',
  ]);
});

test('without any transaction the provider stays unknown', async () => {
  const runMigration = await beforeProviders();
  await attempt({ minute: 1, state: 'unknown' });
  await attempt({ minute: 2, state: 'declined' });
  await runMigration();
  expect(await providers()).toEqual([null, null]);
});

test('stored cards and refunds get the provider of their charge', async () => {
  const runMigration = await beforeProviders();
  const braintree = await attempt({ minute: 1, transaction: 'k3yx9q', token: 'vault:h7m2zq' });
  await attempt({ minute: 2, transaction: 'sbx_1a2b3c' });
  await sql`insert into refunds (id, order_id, payment_attempt_id, refund_key, amount_cents, credit_cents, lines, cause,
      state, created_at)
    values (${crypto.randomUUID()}, ${braintree.order}, ${braintree.id}, 'R-1', 100, 0, '{}', 'operator', 'open', now()),
      (${crypto.randomUUID()}, ${braintree.order}, null, 'R-2', 0, 100, '{}', 'operator', 'refunded', now())`.execute(
    db,
  );
  await runMigration();
  const refunds = await db.selectFrom('refunds').select('provider').orderBy('refund_key').execute();
  expect(refunds).toEqual([{ provider: 'braintree' }, { provider: null }]);
});

test('invoices of the previous version get the issuer that the shop had, and corrections the buyer of their invoice', async () => {
  const runMigration = await openOlderVersion(database, '-documents.sql');
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
      (${uuid(11)}, 'RE-1', 'invoice', ${uuid(21)}, null, ${JSON.stringify(facts)}, now()),
      (${uuid(12)}, 'RK-1', 'correction', ${uuid(21)}, ${uuid(11)}, ${JSON.stringify(correction)}, now()),
      (${uuid(13)}, 'RE-2', 'invoice', ${uuid(22)}, null, ${JSON.stringify({ ...correction, locale: 'de' })}, now())`.execute(
      session,
    );
    await sql`set session_replication_role = default`.execute(session);
  });
  await runMigration();
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

/** So many hours after the orders were paid. */
const hour = (hours: number) => new Date(Date.UTC(2026, 2, 4, 10 + hours)).toISOString();

/** What a column gets that has to have a value and is none of the test's business. */
const anything: Readonly<Record<string, string>> = {
  integer: '0',
  smallint: '0',
  bigint: '0',
  numeric: '0',
  'double precision': '0',
  bytea: '',
  boolean: 'false',
  jsonb: '{}',
  uuid: uuid(0),
  'timestamp with time zone': hour(0),
  date: '2026-03-04',
};

type Row = Readonly<Record<string, string | boolean | null>>;

/** Inserts a row of an older version, of which the types of today know nothing. */
async function insert(trx: Transaction<Database>, table: string, row: Row): Promise<void> {
  const { rows } = await sql<{ name: string; type: string }>`
    select column_name as name, data_type as type from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_nullable = 'NO' and column_default is null
  `.execute(trx);
  const full = {
    ...Object.fromEntries(rows.map(({ name, type }) => [name, anything[type] ?? `${name}-${row.id}`])),
    ...row,
  };
  const names = sql.join(Object.keys(full).map((name) => sql.ref(name)));
  await sql`insert into ${sql.table(table)} (${names}) values (${sql.join(Object.values(full))})`.execute(
    trx,
  );
}

interface OldOrder {
  readonly buyer: number;
  readonly paid?: boolean;
  /** When the mail server took the confirmation; null: never. */
  readonly mailed: string | null;
  readonly product?: string;
}

async function fill(trx: Transaction<Database>): Promise<void> {
  // Neither checks nor references: a row has only the columns that the migration looks at.
  await sql`set local session_replication_role = replica`.execute(trx);
  await sql`do $$ declare one record; begin
    for one in select conrelid::regclass as rel, conname from pg_constraint
      where contype = 'c' and connamespace = 'public'::regnamespace
    loop execute format('alter table %s drop constraint %I', one.rel, one.conname); end loop;
  end $$`.execute(trx);
  const product = (id: string, kind: string, details: object) =>
    insert(trx, 'products', { id, kind, details: JSON.stringify(details) });
  await product('course', 'course', {});
  await product('gift', 'gift', { gives: { kind: 'course', product_id: 'course' } });
  await product('book', 'book', {});
  for (const [id, is_free] of [
    ['free', true],
    ['first', false],
    ['second', false],
  ] as const)
    await insert(trx, 'lessons', { id, course_id: 'course', is_free });
  const order = async (n: number, { buyer, paid = true, mailed, product: sold = 'course' }: OldOrder) => {
    const row = { id: uuid(n), user_id: uuid(buyer), state: paid ? 'paid' : 'draft' };
    await insert(trx, 'orders', { ...row, completed_at: paid ? hour(0) : null });
    await insert(trx, 'order_lines', {
      id: uuid(n + 100),
      order_id: uuid(n),
      product_id: sold,
      quantity: '1',
    });
    await insert(trx, 'outbox', { id: uuid(n + 200), dedupe_key: `order:${uuid(n)}`, sent_at: mailed });
  };
  const play = (who: number, lesson_id: string, at: number) =>
    insert(trx, 'lesson_progress', {
      user_id: uuid(who),
      lesson_id,
      watched_at: hour(at),
      first_watched_at: hour(at),
    });

  await order(1, { buyer: 11, mailed: hour(2) });
  await play(11, 'first', 3);
  await play(11, 'second', 4);
  await order(2, { buyer: 12, mailed: null });
  await play(12, 'first', 3);
  await order(3, { buyer: 13, mailed: hour(2) });
  await play(13, 'first', 1);
  await play(13, 'free', 5);
  await order(4, { buyer: 14, mailed: hour(2), product: 'gift' });
  await insert(trx, 'gift_codes', {
    id: uuid(50),
    code: 'GESCHENK',
    kind: 'gift',
    product_id: 'gift',
    order_line_id: uuid(104),
    redeemed_by: uuid(15),
    redeemed_at: hour(3),
  });
  await play(14, 'second', 6);
  await play(15, 'first', 2);
  await insert(trx, 'film_deliveries', {
    user_id: uuid(15),
    lesson_id: 'second',
    last_delivered_at: hour(4),
  });
  await order(5, { buyer: 16, paid: false, mailed: hour(2) });
  await order(6, { buyer: 17, mailed: hour(2), product: 'book' });
}

test('the record of use of orders of the previous version counts the last play after payment and confirmation', async () => {
  const runMigration = await openOlderVersion(database, 'digital-contents.sql');

  await db.transaction().execute(fill);

  await runMigration();
  const { rows } = await sql`
    select order_line_id as line, gift_code_id as code, course_id as course, opened_at as at, opened_lesson_id as lesson
    from digital_contents order by order_line_id`.execute(db);
  const none = { code: null, course: 'course', at: null, lesson: null };
  expect(rows).toEqual([
    { ...none, line: uuid(101), at: new Date(hour(4)), lesson: 'second' },
    { ...none, line: uuid(102) },
    { ...none, line: uuid(103) },
    { ...none, line: uuid(104), code: uuid(50), at: new Date(hour(4)), lesson: 'second' },
  ]);
});
