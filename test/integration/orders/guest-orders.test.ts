import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { findConfirmedAccount } from '#server/accounts/attach-guest-orders.ts';
import { proveMailbox } from '#server/accounts/email-confirmation.ts';
import { findOrder } from '#server/orders/read-order.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { openTestDatabase, untilBlocked } from '#test/integration/support/database.ts';
import { changeRows, insertRows, rowOf, rowsOf } from '#test/integration/support/rows.ts';
import { createOrderShop, sellProduct } from './order-shop.ts';

const { db } = await openTestDatabase();
const shop = createOrderShop(db);
const newEmail = () => `${randomUUID()}@meisterhand.example`;

beforeAll(async () => {
  await sellProduct(db, { id: 'drawing', kind: 'course', price: 8900 });
  await sellProduct(db, { id: 'type-book', kind: 'book', price: 2490 });
  await sellProduct(db, { id: 'herb-box', kind: 'gift_box', price: 5900, gives: 'drawing' });
  await sellProduct(db, { id: 'drawing-gift', kind: 'gift', price: 8700, gives: 'drawing' });
  await sellProduct(db, { id: 'voucher-50', kind: 'voucher', price: 5000 });
  await sellProduct(db, { id: 'pass', kind: 'membership', price: 18000 });
});

const usersOf = (email: string) => rowsOf(db, 'users', { email }, ['id', 'password_hash']);

const ownerOf = async (orderId: string) => (await rowOf(db, 'orders', { id: orderId })).user_id;

/** Registers an address, as `POST users` does, without confirming it. */
async function registerAs(email: string): Promise<string> {
  const id = randomUUID();
  await insertRows(db, 'users', {
    id,
    email,
    password_hash: 'a password of unknown origin',
    preferred_language: 'de',
    created_at: new Date(shop.context.clock.now()),
  });
  return id;
}

const confirm = (userId: string) =>
  inTransaction(db, (trx) => proveMailbox(trx, userId, new Date(shop.context.clock.now())));

/** Orders and pays as a guest. */
async function buy(lines: Readonly<Record<string, number>>, email: string) {
  const order = await shop.ordered(await shop.storeCart({ lines }), email);
  const paid = await shop.pay(order.id, 'fake-valid-nonce', order.attributes.amount_due);
  if (!paid.ok) throw new Error(`Not paid: ${paid.error.code}`);
  return { id: order.id, ...paid.value.attributes };
}

test.each([
  [['type-book']],
  [['herb-box']],
  [['drawing-gift', 'voucher-50']],
  [['type-book', 'herb-box', 'drawing-gift', 'voucher-50']],
])('a guest who buys %j gets no account', async (products) => {
  const email = newEmail();
  const order = await buy(Object.fromEntries(products.map((id) => [id, 2])), email);
  expect(order).toMatchObject({ state: 'paid', is_new_account: false, has_account: false });
  expect(await usersOf(email)).toEqual([]);
  expect(await rowsOf(db, 'outbox', { recipient: email }, ['template'])).toEqual([{ template: 'order' }]);
  expect(await rowsOf(db, 'invoices', { order_id: order.id }, ['kind'])).toEqual([{ kind: 'invoice' }]);
  expect(await findOrder(db, shop.context, shop.callerFor(order.id), order.id)).toMatchObject({ ok: true });
  expect(shop.surprises).toEqual([]);
});

test.each(['drawing', 'pass'])(
  'a guest who buys %s beside a book gets an account that has both',
  async (id) => {
    const email = newEmail();
    const order = await buy({ 'type-book': 1, [id]: 1 }, email);
    expect(order).toMatchObject({ is_new_account: true, has_account: true });
    expect(await usersOf(email)).toEqual([{ id: await ownerOf(order.id), password_hash: null }]);
  },
);

test('the same guest orders again without an account', async () => {
  const email = newEmail();
  await buy({ 'type-book': 1 }, email);
  expect((await buy({ 'voucher-50': 1 }, email)).has_account).toBe(false);
  expect(await usersOf(email)).toEqual([]);
});

test('an order joins the account that confirms its address later, and no other', async () => {
  const email = newEmail();
  const mine = await buy({ 'type-book': 1 }, email);
  const other = await buy({ 'type-book': 1 }, newEmail());
  const open = await shop.ordered(await shop.storeCart({ lines: { 'type-book': 1 } }), email);
  const userId = await registerAs(email);
  expect(await ownerOf(mine.id)).toBeNull();
  await confirm(userId);
  expect(await ownerOf(mine.id)).toBe(userId);
  expect(await ownerOf(other.id)).toBeNull();
  expect(await ownerOf(open.id)).toBeNull();
});

test('an order joins the account that a later purchase creates, once its address is confirmed', async () => {
  const email = newEmail();
  const book = await buy({ 'type-book': 1 }, email);
  const course = await buy({ drawing: 1 }, email);
  const userId = await ownerOf(course.id);
  expect(userId).not.toBeNull();
  expect(await ownerOf(book.id)).toBeNull();
  await confirm(userId ?? '');
  expect(await ownerOf(book.id)).toBe(userId);
});

/** Orders with a payment whose response is lost, so that a test can act before `finish` completes it. */
async function payLater(lines: Readonly<Record<string, number>>, email: string) {
  const order = await shop.ordered(await shop.storeCart({ lines }), email);
  shop.gateway.script({ goes: 'lost', was_charged: true });
  await shop.pay(order.id, 'fake-valid-nonce', order.attributes.amount_due);
  return {
    id: order.id,
    async finish() {
      shop.advance(60_000);
      await shop.resolve();
    },
  };
}

test('an order joins the account that confirmed its address between ordering and paying', async () => {
  const email = newEmail();
  const order = await payLater({ 'type-book': 1 }, email);
  const userId = await registerAs(email);
  await confirm(userId);
  await order.finish();
  expect(await ownerOf(order.id)).toBe(userId);
});

test('an unconfirmed account gets no order of goods, and keeps its password', async () => {
  const email = newEmail();
  const order = await payLater({ 'type-book': 1 }, email);
  const userId = await registerAs(email);
  await order.finish();
  expect(await ownerOf(order.id)).toBeNull();
  expect(await usersOf(email)).toEqual([{ id: userId, password_hash: 'a password of unknown origin' }]);
  await confirm(userId);
  expect(await ownerOf(order.id)).toBe(userId);
});

test('a confirmation during the payment waits for it, and the order joins the account', async () => {
  const email = newEmail();
  const order = await shop.ordered(await shop.storeCart({ lines: { 'type-book': 1 } }), email);
  const userId = await registerAs(email);
  let confirming: Promise<void> | null = null;
  await inTransaction(db, async (trx) => {
    expect(await findConfirmedAccount(trx, email)).toBeNull();
    confirming = confirm(userId);
    await Promise.race([confirming, untilBlocked(db)]);
    await changeRows(trx, 'orders', { id: order.id }, { completed_at: new Date(shop.context.clock.now()) });
  });
  await confirming;
  expect(await ownerOf(order.id)).toBe(userId);
});
