import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { redeemCode } from '#server/gifts/redeem-code.ts';
import { bookChecks, findDifferences } from '#server/operations/books/audit-books.ts';
import { receiveTransfer } from '#server/payments/settle-bank-transfers.ts';
import { settleRefunds } from '#server/payments/settle-refunds.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { sellEveryKind } from '#test/integration/consumer-rights/consumer-rights-shop.ts';
import {
  bankTransfer,
  createOrderShop,
  giftCodesOf,
  giveVoucher,
  offerCoupon,
  refundWhole,
} from '#test/integration/orders/order-shop.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { changeRows, rowOf } from '#test/integration/support/rows.ts';
import { runCommand } from './run-command.ts';

const { db } = await openTestDatabase();
const shop = createOrderShop(db, { bankTransfer });
const codes: Record<string, string> = {};

/** Orders and pays a cart, and keeps the code of the order under a name. */
async function buy(name: string, cart: Parameters<typeof shop.storeCart>[0], nonce: string | null) {
  const { id, attributes } = await shop.ordered(await shop.storeCart(cart), `${name}@meisterhand.example`);
  await shop.pay(id, nonce ?? (await shop.transferNonce(id)), attributes.amount_due);
  codes[name] = attributes.code;
  return { id, ...attributes };
}

beforeAll(async () => {
  await sellEveryKind(db);
  await offerCoupon(db, { code: 'TEN', percent: 10 });
  const mixed = await buy(
    'mixed',
    { lines: { course: 1, book: 2, voucher: 1, gift: 1 }, coupon: 'TEN' },
    'fake-valid-nonce',
  );
  const credited = await buy(
    'credited',
    { lines: { course: 1, box: 1 }, voucherId: await giveVoucher(db, 9_000) },
    'fake-valid-nonce',
  );
  await buy('member', { lines: { pass: 1 } }, 'fake-valid-nonce');
  const waiting = { lines: { book: 1 }, coupon: 'TEN', voucherId: await giveVoucher(db, 1_000) };
  await buy('waiting', waiting, 'fake-timeout-before-charge-nonce');
  await buy('declined', { lines: { course: 1 } }, 'fake-processor-declined-visa-nonce');
  const transferred = await buy('transferred', { lines: { book: 1 } }, null);
  await receiveTransfer(shop.context, transferred.code, transferred.amount_due);
  await refundWhole(shop.context, credited.id);
  await settleRefunds(shop.context);
  const { user_id: userId } = await rowOf(db, 'orders', { id: mixed.id });
  await changeRows(db, 'users', { id: userId }, { email_confirmed_at: new Date(shop.context.clock.now()) });
  const code = (await giftCodesOf(db, mixed.id)).find(({ kind }) => kind === 'voucher')?.code ?? '';
  await inTransaction(db, (trx) =>
    redeemCode(trx, shop.context, { userId: userId ?? '', code, address: 'one', locale: 'de' }),
  );
});

const now = () => shop.context.clock.now();
const orderOf = (name: string) => sql`(select id from orders where code = ${codes[name]})`;

test('the books of an unchanged shop agree with each other and with the payment provider', async () => {
  expect(await runCommand(shop.context, 'audit', '--provider', '2026-01-01')).toEqual({
    exit: 0,
    lines: ['The providers were asked about 5 payments; 0 stayed without an answer.', 'The books agree.'],
  });
});

/** By the name of a check: a change of the database after which this check must find a difference. */
const tamperings: Readonly<Record<string, () => ReturnType<typeof sql>>> = {
  'prices of lines': () =>
    sql`update order_lines set price_cents = price_cents - 1 where order_id = ${orderOf('mixed')} and position = 0`,
  'discounts of lines': () =>
    sql`update order_lines set discount_cents = discount_cents + 1 where order_id = ${orderOf('mixed')} and position = 0`,
  total: () => sql`update orders set shipping_cents = shipping_cents + 1 where id = ${orderOf('mixed')}`,
  'amount due': () =>
    sql`update orders set amount_due_cents = amount_due_cents + 1 where id = ${orderOf('declined')}`,
  confirmation: () => sql`delete from outbox where dedupe_key = 'order:' || ${orderOf('mixed')}`,
  courses: () => sql`delete from entitlements where order_id = ${orderOf('mixed')}`,
  'unpaid courses': () =>
    sql`update entitlements set order_id = ${orderOf('declined')} where order_id = ${orderOf('mixed')}`,
  'paid periods': () => sql`update subscriptions set paid_periods = 2`,
  charges: () => sql`update payment_attempts set state = 'charged' where order_id = ${orderOf('declined')}`,
  'payments under way': () => sql`update payment_attempts set state = 'declined' where state = 'unknown'`,
  transfers: () => sql`update bank_transfers set amount_cents = amount_cents - 5`,
  'late payments': () =>
    sql`insert into late_payments (payment_attempt_id, transaction_id, step, amount_cents, outcome, happened_at)
      select id, 't', 'refund', 8900, 'refused', now() from payment_attempts where order_id = ${orderOf('declined')}`,
  'refunded charges': () => sql`update refunds set amount_cents = amount_cents + 1`,
  'refunded credit': () => sql`update refunds set credit_cents = credit_cents + 1`,
  'charge of a refund': () =>
    sql`update refunds set payment_attempt_id = (select id from payment_attempts where order_id = ${orderOf('mixed')})`,
  'state refunded': () => sql`update refunds set state = 'open'`,
  invoices: () => sql`delete from invoices where order_id = ${orderOf('mixed')}`,
  'totals of invoices': () =>
    sql`update invoices set facts = jsonb_set(facts, '{total}', '1') where order_id = ${orderOf('mixed')}`,
  'payments on invoices': () =>
    sql`update invoices set facts = jsonb_set(facts, '{amount_due}', '1') where order_id = ${orderOf('mixed')}`,
  'VAT of documents': () =>
    sql`update invoices set facts = jsonb_set(facts, '{vat_shares}', '[]') where kind = 'correction'`,
  'VAT of invoices': () =>
    sql`update invoices set facts = jsonb_set(facts, '{vat_shares,0,vat}', '1') where order_id = ${orderOf('mixed')}`,
  'sums of documents': () => sql`delete from changed_invoice_days`,
  corrections: () => sql`delete from invoices where kind = 'correction'`,
  'corrections without refund': () => sql`update invoices set refund_id = null where kind = 'correction'`,
  'numbers of documents': () => sql`update counters set value = value + 1 where name like 'invoice-%'`,
  balances: () => sql`update gift_codes set balance_cents = balance_cents + 1 where kind = 'credit'`,
  'issued vouchers': () =>
    sql`update gift_codes set initial_cents = initial_cents + 1 where order_line_id is null and kind = 'voucher'`,
  'used vouchers': () =>
    sql`update gift_codes set revoked_at = now() where kind = 'voucher' and balance_cents > 0`,
  'redeemed vouchers': () =>
    sql`update voucher_entries set amount_cents = amount_cents + 1 where cause = 'redeemed' and amount_cents > 0`,
  'spent credit': () => sql`delete from voucher_entries where order_id = ${orderOf('waiting')}`,
  'returned credit': () => sql`delete from voucher_entries where cause = 'refunded'`,
  'sold codes': () => sql`update gift_codes set order_line_id = null where kind = 'gift'`,
  'values of sold vouchers': () =>
    sql`update order_lines set unit_price_cents = unit_price_cents - 1 where kind = 'voucher'`,
  'uses of coupons': () => sql`update promotions set used = used + 1`,
  'coupons of orders': () => sql`delete from coupon_uses where order_id = ${orderOf('mixed')}`,
  'reserved pieces': () => sql`delete from stock_reservations`,
  'reserved for nothing': () =>
    sql`insert into stock_reservations (order_id, product_id, quantity) values (${orderOf('declined')}, 'book', 2)`,
};

const undone = new Error('Undone');

test.each(bookChecks(2026).map(({ name }) => name))(
  'a difference is found and named by its check: %s',
  async (name) => {
    let found: Awaited<ReturnType<typeof findDifferences>> = [];
    const tampered = db.transaction().execute(async (trx) => {
      // Turns off the trigger that refuses every change of an invoice.
      await sql`set local session_replication_role = replica`.execute(trx);
      await tamperings[name]?.().execute(trx);
      found = await findDifferences(trx, now());
      throw undone;
    });
    await expect(tampered).rejects.toBe(undone);
    const own = found.filter(({ check }) => check.name === name);
    expect(own.length).toBeGreaterThan(0);
    for (const { found, expected } of own) expect(found).not.toBe(expected);
  },
);

test('each difference is a line with its record and both amounts, and the command exits with 1', async () => {
  await sql`update payment_attempts set state = 'declined' where order_id = ${orderOf('member')}`.execute(db);
  const { exit, lines } = await runCommand(shop.context, 'audit', '--provider', '2026-01-01');
  expect(exit).toBe(1);
  expect(lines).toEqual([
    `charges: order ${codes.member}: charged €0.00, due and paid €180.00`,
    `provider: payment ${codes.member}-1: charged by the provider €180.00, charged by the books €0.00`,
    'The providers were asked about 5 payments; 0 stayed without an answer.',
    '2 records do not agree.',
  ]);
  expect((await runCommand(shop.context, 'audit', '--provider', randomUUID())).exit).toBe(2);
});
