import { type RawBuilder, sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { openOlderVersion, uuid } from './older-version.ts';

const database = await openTestDatabase();
const { db } = database;

/** Executes statements without checking foreign keys. */
const insertAll = (...statements: readonly RawBuilder<unknown>[]) =>
  db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    for (const statement of statements) await statement.execute(trx);
  });

const invoice = (n: number, issued_at: string) =>
  sql`insert into invoices (id, order_id, number, kind, facts, issued_at)
    values (${uuid(n)}, ${uuid(n)}, ${`RE-${n}`}, 'invoice', '{}', ${issued_at})`;

const attempt = (n: number, state: string, transaction: string | null = null) =>
  sql`insert into payment_attempts (id, order_id, number, attempt_key, nonce_hash, amount_cents, state, started_at,
      provider, transaction_id)
    values (${uuid(n)}, ${uuid(n)}, 1, ${`key-${n}`}, '', 100, ${state}, now(), 'acme/one', ${transaction})`;

test('every day with an invoice is summed again, and keys of mails to winners lose the address', async () => {
  const runMigration = await openOlderVersion(database, '-changed-invoice-days.sql');
  await insertAll(
    invoice(11, '2026-11-20T22:59:59Z'),
    invoice(12, '2026-11-20T23:00:00Z'),
    invoice(13, '2026-11-21T10:00:00Z'),
  );
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

test('earlier revoked codes that no refund has paid for are marked, the newest first', async () => {
  const runMigration = await openOlderVersion(database, '-earlier-codes-revoked-without-money.sql');
  const line = (
    n: number,
  ) => sql`insert into order_lines (id, order_id, product_id, kind, category, slug, title, picture,
      position, quantity, unit_price_cents, price_cents, discount_cents, included_vat_cents, vat_rate, is_shipped)
    values (${uuid(n)}, ${uuid(1)}, 'p', 'voucher', 'c', 's', 't', 'p', ${n}, 3, 1, 3, 0, 0, 0, false)`;
  const code = (n: number, ofLine: number, revoked: string | null, redeemed: string | null = null) =>
    sql`insert into gift_codes (id, code, kind, created_at, order_line_id, revoked_at, redeemed_at)
      values (${uuid(n)}, ${`CODE${n}`}, 'voucher', now(), ${uuid(ofLine)}, ${revoked}, ${redeemed})`;
  const refunded = {
    lines: [
      { line_id: uuid(2), quantity: 1 },
      { line_id: uuid(3), quantity: 1 },
    ],
  };
  await insertAll(
    ...[2, 3, 4].map(line),
    sql`insert into refunds (id, order_id, amount_cents, credit_cents, cause, created_at, lines, refund_key, state)
      values (${uuid(5)}, ${uuid(1)}, 1, 0, 'operator', now(), ${JSON.stringify(refunded)}, 'k', 'refunded')`,
    code(21, 2, '2026-11-01'),
    code(22, 2, '2026-11-03'),
    code(23, 2, '2026-11-02'),
    code(31, 3, '2026-11-01'),
    code(41, 4, '2026-11-01'),
    code(42, 4, '2026-11-02', '2026-11-01'),
    code(43, 4, null),
  );
  await runMigration();
  const marked = await sql`select code from gift_codes where is_revoked_unpaid order by code`.execute(db);
  expect(marked.rows).toEqual(['CODE22', 'CODE23', 'CODE41'].map((name) => ({ code: name })));
});

test('notices of missing payments, and of payments without a paid order, are open', async () => {
  const runMigration = await openOlderVersion(database, '-open-payment-notices.sql');
  const notice = (kind: string, transaction: string, n: number | null = null) =>
    sql`insert into payment_notices (key, kind, transaction_id, payment_attempt_id, happened_at, received_at)
      values (${`acme/${kind}:${transaction}`}, ${kind}, ${transaction}, ${n === null ? null : uuid(n)}, now(), now())`;
  const late = (n: number, transaction: string, outcome: string) =>
    sql`insert into late_payments (payment_attempt_id, transaction_id, step, amount_cents, outcome, happened_at)
      values (${uuid(n)}, ${transaction}, 'refund', 100, ${outcome}, now())`;
  await insertAll(
    attempt(1, 'charged'),
    attempt(2, 'declined'),
    attempt(3, 'never_charged'),
    notice('settled', 'paid', 1),
    notice('settlement_declined', 'paid', 1),
    notice('dispute_opened', 'paid', 1),
    notice('settled', 'nobody'),
    notice('settled', 'alone', 2),
    notice('settled', 'back', 3),
    late(3, 'back', 'refunded'),
    notice('settled', 'kept', 2),
    late(2, 'kept', 'refused'),
  );
  await runMigration();
  const open = await sql`select key from payment_notices where is_open order by key`.execute(db);
  const keys = ['late_payment_kept:kept', 'settled:alone', 'settled:nobody', 'settlement_declined:paid'];
  expect(open.rows).toEqual(keys.map((key) => ({ key: `acme/${key}` })));
});

test.each(['-free-periods-without-tokens.sql', '-tokens-of-an-update.sql'])(
  'an attempt that stored a payment method without a charge gets its key as transaction id: %s',
  async (ending) => {
    const runMigration = await openOlderVersion(database, ending);
    await insertAll(
      attempt(1, 'charged', 'vault:one'),
      attempt(2, 'charged', 'vault:two'),
      attempt(3, 'charged', 'three'),
      attempt(4, 'charged', 'four:vault:'),
      attempt(5, 'declined'),
    );
    await runMigration();
    const { rows } = await sql<{ transaction_id: string | null }>`
      select transaction_id from payment_attempts order by id`.execute(db);
    const transactions = rows.map(({ transaction_id }) => transaction_id);
    expect(transactions).toEqual(['key-1', 'key-2', 'three', 'four:vault:', null]);
  },
);

test('earlier orders get the current campaign of their coupon, and keep it', async () => {
  const runMigration = await openOlderVersion(database, '-campaigns-of-orders.sql');
  const order = (n: number, promotion: string | null) =>
    sql`insert into orders (id, code, email, locale, template, state, fulfilment, subtotal_cents, discount_cents,
        shipping_cents, total_cents, credit_cents, amount_due_cents, included_vat_cents, needs_waiver, created_at,
        state_changed_at, promotion_id)
      values (${uuid(n)}, ${`ORDER${n}`}, 'a@example.org', 'de', 'order', 'paid', 'none', 1, 0, 0, 1, 0, 1, 0, false,
        now(), now(), ${promotion})`.execute(db);
  await sql`insert into promotions (id, kind, value, campaign)
    values ('autumn', 'percent', 10, 'herbst'), ('plain', 'percent', 10, null)`.execute(db);
  await order(1, 'autumn');
  await order(2, 'plain');
  await order(3, null);
  await runMigration();
  await sql`update promotions set campaign = 'winter'`.execute(db);
  // The previous version does not know the column.
  await order(4, 'autumn');
  const stored = await sql`select code, coupon_campaign from orders order by code`.execute(db);
  expect(stored.rows).toEqual(
    ['herbst', null, null, 'winter'].map((coupon_campaign, index) => ({
      code: `ORDER${index + 1}`,
      coupon_campaign,
    })),
  );
});
