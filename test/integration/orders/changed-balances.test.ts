import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { redeemCode } from '#server/gifts/redeem-code.ts';
import { findDifferences } from '#server/operations/books/audit-books.ts';
import { eraseAccount, lockErasable } from '#server/personal-data/erase-account.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { changeRows, insertRows, rowOf } from '#test/integration/support/rows.ts';
import { vienna } from '#test/support/vienna.ts';
import { createOrderShop, giveVoucher, sellProduct } from './order-shop.ts';

const { db } = await openTestDatabase();
const shop = createOrderShop(db);

/** Cents of a course, a book and its shipping to Austria. */
const total = 9900 + 2800 + 499;

/** Balances in cents. */
interface Balances {
  readonly promotional: number;
  readonly paid: number;
}

beforeAll(async () => {
  await sellProduct(db, { id: 'course', kind: 'course', price: 9900 });
  await sellProduct(db, { id: 'book', kind: 'book', price: 2800, stock: 50 });
});

/** Creates a user with credit of both kinds. */
async function registerOwner({ promotional, paid }: Balances) {
  const user = { id: randomUUID(), email: `${randomUUID()}@meisterhand.example` };
  const now = new Date(shop.context.clock.now());
  const account = { preferred_language: 'de', created_at: now, email_confirmed_at: now };
  await insertRows(db, 'users', { ...user, ...account });
  for (const [is_promotional, balance] of [
    [true, promotional],
    [false, paid],
  ] as const) {
    const credit = { kind: 'credit', is_promotional, redeemed_by: user.id, redeemed_at: now };
    await changeRows(db, 'gift_codes', { id: await giveVoucher(db, balance) }, credit);
  }
  return user;
}

const setBalance = (userId: string, is_promotional: boolean, balance_cents: number) =>
  changeRows(db, 'gift_codes', { redeemed_by: userId, is_promotional }, { balance_cents });

async function balancesOf(userId: string): Promise<Balances> {
  const rows = await db.selectFrom('gift_codes').selectAll().where('redeemed_by', '=', userId).execute();
  const balance = (isPromotional: boolean) =>
    rows.find((row) => row.is_promotional === isPromotional)?.balance_cents ?? -1;
  return { promotional: balance(true), paid: balance(false) };
}

const refused = { ok: false, error: { code: 'TOTAL_CHANGED' } };
const before = { promotional: 3000, paid: 8000 };
const dueBefore = total - before.promotional - before.paid;

test.each([
  ['more paid credit', { promotional: 3000, paid: 9000 }, dueBefore - 1000],
  ['less paid credit', { promotional: 3000, paid: 7000 }, dueBefore + 1000],
  ['more promotional credit', { promotional: 4000, paid: 8000 }, dueBefore - 1000],
  ['less promotional credit', { promotional: 2000, paid: 8000 }, dueBefore + 1000],
  ['more promotional and as much less paid credit', { promotional: 4000, paid: 7000 }, dueBefore],
  ['no promotional and as much more paid credit', { promotional: 0, paid: 11_000 }, dueBefore],
  ['no credit at all any more', { promotional: 0, paid: 0 }, total],
])('after the review there is %s: the order is shown again, then charged as shown', async (_, after, due) => {
  for (const expected of [dueBefore, due]) {
    const user = await registerOwner(before);
    const cart = await shop.storeCart({ lines: { course: 1, book: 1 }, userId: user.id });
    const { id, attributes } = await shop.ordered(cart, user.email, user.id);
    const { code } = attributes;
    expect(attributes).toMatchObject({ total, promotional_credit: 3000, amount_due: dueBefore });
    await setBalance(user.id, true, after.promotional);
    await setBalance(user.id, false, after.paid);
    // A guessed new amount is refused too: the buyer has not seen the new order.
    expect(await shop.pay(id, 'fake-valid-nonce', expected, user.id)).toMatchObject(refused);
    expect(await balancesOf(user.id)).toEqual(after);
    const paid = {
      ok: true,
      value: { attributes: { amount_due: due, promotional_credit: after.promotional } },
    };
    expect(await shop.pay(id, 'fake-valid-nonce', due, user.id)).toMatchObject(paid);
    expect(await balancesOf(user.id)).toEqual({ promotional: 0, paid: 0 });
    expect(shop.chargesOf(code)).toMatchObject([{ amount: due }]);
  }
});

test.each([
  ['is worth less', { balance_cents: 4000 }, total - 4000],
  ['is worth more', { balance_cents: 6000 }, total - 6000],
  ['was revoked', { revoked_at: new Date() }, total],
])('an entered voucher that %s after the review is shown again', async (_, change, due) => {
  const voucherId = await giveVoucher(db, 5000);
  const cart = await shop.storeCart({ lines: { course: 1, book: 1 }, voucherId });
  const { id, attributes } = await shop.ordered(cart);
  expect(attributes.amount_due).toBe(total - 5000);
  await db.updateTable('gift_codes').set(change).where('id', '=', voucherId).execute();
  expect(await shop.pay(id, 'fake-valid-nonce', due)).toMatchObject(refused);
  const paid = { ok: true, value: { attributes: { amount_due: due } } };
  expect(await shop.pay(id, 'fake-valid-nonce', due)).toMatchObject(paid);
});

test('of an entered voucher and paid credit only the larger pays; promotional credit pays in addition', async () => {
  const user = await registerOwner({ promotional: 0, paid: 8000 });
  const voucherId = await giveVoucher(db, 5000);
  const leftOnVoucher = async (id = voucherId) => (await rowOf(db, 'gift_codes', { id })).balance_cents;
  const cart = await shop.storeCart({ lines: { course: 1, book: 1 }, userId: user.id, voucherId });
  const { id, attributes } = await shop.ordered(cart, user.email, user.id);
  expect(attributes.amount_due).toBe(total - 8000);
  await setBalance(user.id, false, 4000);
  expect(await shop.pay(id, 'fake-valid-nonce', total - 8000, user.id)).toMatchObject(refused);
  await setBalance(user.id, false, 6000);
  expect(await shop.pay(id, 'fake-valid-nonce', total - 5000, user.id)).toMatchObject(refused);
  expect(await shop.pay(id, 'fake-valid-nonce', total - 6000, user.id)).toMatchObject({ ok: true });
  expect([await balancesOf(user.id), await leftOnVoucher()]).toEqual([{ promotional: 0, paid: 0 }, 5000]);

  for (const [typed, nonce, due, left] of [
    [voucherId, 'fake-valid-nonce', 3400, 0],
    [await giveVoucher(db, 9000), null, 0, 600],
  ] as const) {
    const other = await registerOwner({ promotional: 1500, paid: 4000 });
    const next = await shop.storeCart({ lines: { course: 1 }, userId: other.id, voucherId: typed });
    const both = await shop.ordered(next, other.email, other.id);
    expect(both.attributes).toMatchObject({ credit: 9900 - due, promotional_credit: 1500, amount_due: due });
    expect(await shop.pay(both.id, nonce, due, other.id)).toMatchObject({ ok: true });
    expect([await balancesOf(other.id), await leftOnVoucher(typed)]).toEqual([
      { promotional: 0, paid: 4000 },
      left,
    ]);
    const charged = shop.chargesOf(both.attributes.code).map(({ amount }) => amount);
    expect(charged).toEqual(due === 0 ? [] : [due]);
  }
});

test('a voucher can be redeemed again when money comes back to it after its redeemer’s account was deleted', async () => {
  await sellProduct(db, { id: 'voucher-50', kind: 'voucher', price: 5000 });
  const voucherId = await giveVoucher(db, 5000);
  const code = 'WIEDERGEOEFFNET1';
  await changeRows(db, 'gift_codes', { id: voucherId }, { code });
  const redeem = async () => {
    const { id: userId } = await registerOwner({ promotional: 0, paid: 0 });
    const redeeming = { userId, code, address: userId, locale: 'de' } as const;
    const redeemed = await inTransaction(db, (trx) => redeemCode(trx, shop.context, redeeming));
    expect(redeemed).toMatchObject({ ok: true });
    return userId;
  };
  const creditOf = async (redeemed_by: string) =>
    (await rowOf(db, 'gift_codes', { kind: 'credit', is_promotional: false, redeemed_by })).balance_cents;
  // A voucher cannot pay for another one, so something is left of it while this payment has no outcome.
  const cart = await shop.storeCart({ lines: { book: 1, 'voucher-50': 1 }, voucherId });
  const { id, attributes } = await shop.ordered(cart);
  await shop.pay(id, 'fake-timeout-before-charge-nonce', attributes.amount_due);
  const first = await redeem();
  expect(await creditOf(first)).toBe(5000 - 3299);
  await inTransaction(db, async (trx) => {
    const account = await lockErasable(trx, first, new Date(shop.context.clock.now() + 1));
    if (!account.ok) throw new Error(account.error.code);
    await eraseAccount(trx, shop.context, account.value);
  });

  shop.advance(10_000);
  await shop.resolve();
  expect(await rowOf(db, 'orders', { id })).toMatchObject({ state: 'verified' });
  const open = { balance_cents: 3299, redeemed_by: null, redeemed_at: null };
  expect(await rowOf(db, 'gift_codes', { id: voucherId })).toMatchObject(open);
  expect(await creditOf(first)).toBe(5000 - 3299);
  shop.advance(1_000);
  expect(await creditOf(await redeem())).toBe(3299);
  const differences = await findDifferences(db, shop.context.clock.now());
  expect(differences.filter(({ check }) => check.name === 'redeemed vouchers')).toEqual([]);
});

test('a shift between promotional and paid credit is noticed even without VAT', async () => {
  const user = await registerOwner({ promotional: 3000, paid: 4000 });
  const cart = await shop.storeCart({ lines: { course: 1 }, userId: user.id });
  const abroad = { shipping_address: JSON.stringify({ ...vienna, country: 'CH' }) };
  await changeRows(db, 'carts', { public_id: cart }, abroad);
  const { id, attributes } = await shop.ordered(cart, user.email, user.id);
  expect(attributes).toMatchObject({ amount_due: 2900, included_vat: 0 });
  await setBalance(user.id, true, 4000);
  await setBalance(user.id, false, 3000);
  expect(await shop.pay(id, 'fake-valid-nonce', 2900, user.id)).toMatchObject(refused);
});
