import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { readCredit } from '#server/coupons/credit.ts';
import { redeemCode } from '#server/gifts/redeem-code.ts';
import { createRefund } from '#server/payments/create-refund.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { createOrderShop, giveVoucher, sellProduct } from '#test/integration/orders/order-shop.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { insertRows, rowOf, rowsOf } from '#test/integration/support/rows.ts';

const { db } = await openTestDatabase();
const shop = createOrderShop(db);

beforeAll(async () => {
  await sellProduct(db, { id: 'course', kind: 'course', price: 9900 });
  await sellProduct(db, { id: 'book', kind: 'book', price: 2800, stock: 50 });
});

/** Creates a user with 30 EUR of promotional credit and 80 EUR from a bought voucher. */
async function registerOwner() {
  const user = { id: randomUUID(), email: `${randomUUID()}@meisterhand.example`, preferred_language: 'de' };
  const now = new Date(shop.context.clock.now());
  await insertRows(db, 'users', { ...user, created_at: now, email_confirmed_at: now });
  const promotional = await giveVoucher(db, 3_000);
  await db.updateTable('gift_codes').set({ is_promotional: true }).where('id', '=', promotional).execute();
  for (const id of [promotional, await giveVoucher(db, 8_000)]) {
    const request = { userId: user.id, code: `V-${id}`, address: randomUUID(), locale: 'de' as const };
    const redeemed = await inTransaction(db, (trx) => redeemCode(trx, shop.context, request));
    if (!redeemed.ok) throw new Error(redeemed.error.code);
  }
  return user;
}

async function balancesOf(userId: string) {
  const rows = await rowsOf(db, 'gift_codes', { kind: 'credit', redeemed_by: userId }, [
    'id',
    'is_promotional',
    'balance_cents',
  ]);
  for (const { id, balance_cents } of rows) {
    const entries = await rowsOf(db, 'voucher_entries', { gift_code_id: id }, ['amount_cents']);
    expect(entries.reduce((sum, { amount_cents }) => sum + amount_cents, 0)).toBe(balance_cents);
  }
  const balance = (isPromotional: boolean) =>
    rows.find(({ is_promotional }) => is_promotional === isPromotional)?.balance_cents;
  return { promotional: balance(true), paid: balance(false) };
}

test('credit that was not bought is a separate balance and does not pay for books', async () => {
  const user = await registerOwner();
  expect(await balancesOf(user.id)).toEqual({ promotional: 3_000, paid: 8_000 });
  const cart = await shop.storeCart({ lines: { book: 2 }, userId: user.id });
  const { attributes } = await shop.ordered(cart, user.email, user.id);
  expect(attributes).toMatchObject({ credit: 6_099, promotional_credit: 0, amount_due: 0 });
});

test('a user reads both balances, nobody else’s, and none before the first code', async () => {
  const user = await registerOwner();
  expect(await readCredit(shop.context, user.id)).toEqual({ paid: 8_000, promotional: 3_000 });
  expect(await readCredit(shop.context, randomUUID())).toEqual({ paid: 0, promotional: 0 });
});

test('promotional credit is used first; a decline releases both balances, and a refund restores each', async () => {
  const user = await registerOwner();
  const cart = await shop.storeCart({ lines: { course: 1, book: 1 }, userId: user.id });
  const { id, attributes } = await shop.ordered(cart, user.email, user.id);
  // The sum of 99 EUR, 28 EUR and 4.99 EUR for shipping to Austria.
  expect(attributes).toMatchObject({ total: 13_199, credit: 11_000, promotional_credit: 3_000 });

  const declined = 'fake-processor-declined-visa-nonce';
  await shop.pay(id, declined, attributes.amount_due, user.id);
  expect(await balancesOf(user.id)).toEqual({ promotional: 3_000, paid: 8_000 });
  const paid = await shop.pay(id, 'fake-valid-nonce', attributes.amount_due, user.id);
  expect(paid.ok).toBe(true);
  expect(await balancesOf(user.id)).toEqual({ promotional: 0, paid: 0 });

  const refund = async (product_id: string) => {
    const { id: line_id } = await rowOf(db, 'order_lines', { order_id: id, product_id });
    const lines = [{ line_id, quantity: 1 }];
    const wanted = { order_id: id, lines, includes_shipping: false, cause: 'operator' } as const;
    return inTransaction(db, (trx) => createRefund(trx, shop.context, wanted));
  };
  // The book was paid without promotional credit: 21.99 EUR by card, the rest with the bought voucher.
  expect(await refund('book')).toMatchObject({ ok: true, value: { amount: 2_199, credit: 601 } });
  expect(await balancesOf(user.id)).toEqual({ promotional: 0, paid: 601 });
  expect(await refund('course')).toMatchObject({ ok: true, value: { amount: 0, credit: 9_900 } });
  expect(await balancesOf(user.id)).toEqual({ promotional: 3_000, paid: 7_501 });
});
