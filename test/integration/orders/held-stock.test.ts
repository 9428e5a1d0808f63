import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { checkOutOrder, continuePayment } from '#server/orders/check-out-order.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { inParallel, tally } from '#test/integration/support/outcomes.ts';
import { changeRows, insertRows, rowOf } from '#test/integration/support/rows.ts';
import { bankTransfer, createOrderShop, offerCoupon, paymentOf, sellProduct } from './order-shop.ts';

// What unfinished orders hold of a product or coupon (docs/behaviour/checkout-and-payment.md#held-stock), on
// PostgreSQL.

const { db } = await openTestDatabase();
const shop = createOrderShop(db, { bankTransfer });
const minute = 60_000;

interface Buyer {
  readonly email?: string;
  readonly network?: string;
  /** Of a logged-in buyer, whose address is `email`. */
  readonly userId?: string;
  /** The code on the cart. */
  readonly coupon?: string;
}

let made = 0;
const newProduct = async (stock: number, kind: 'gift_box' | 'book' = 'gift_box') => {
  const id = `box-${++made}`;
  await sellProduct(db, { id, kind, price: 8_900, stock });
  return id;
};
const newCoupon = async (totalLimit: number | null) => {
  const code = `SCARCE-${++made}`;
  await offerCoupon(db, { code, percent: 10, ...(totalLimit === null ? {} : { totalLimit }) });
  return code;
};
const usesOf = async (code: string) => (await rowOf(db, 'promotions', { id: code })).used;
const newNetwork = () => `198.51.100.${++made}`;
const newEmail = () => `${randomUUID()}@meisterhand.example`;

async function place(
  lines: Readonly<Record<string, number>>,
  { email = newEmail(), network, coupon, userId }: Buyer = {},
) {
  const cart = await shop.storeCart({
    lines,
    ...(coupon === undefined ? {} : { coupon }),
    ...(userId === undefined ? {} : { userId }),
  });
  const { id, attributes } = await shop.ordered(cart, email, userId ?? null);
  const caller = { ...shop.callerFor(id, userId ?? null), address: network ?? newNetwork() };
  return {
    /** Pays and returns the order's state, or the code of the refusal. */
    async pay(nonce = `fake-redirect-action-nonce#${randomUUID()}`) {
      const paid = await checkOutOrder(shop.context, caller, paymentOf(id, nonce, attributes.amount_due));
      return paid.ok ? paid.value.attributes.state : paid.error.code;
    },
    transfer: () => shop.transferNonce(id),
    cancel: () => continuePayment(shop.context, caller, { id, step: 'cancel' }),
    row: () => rowOf(db, 'orders', { id }),
  };
}

/** Begins a payment that waits for an action. */
const hold = async (lines: Readonly<Record<string, number>>, buyer: Buyer = {}) =>
  (await place(lines, buyer)).pay();

const buyers = [
  ['one e-mail address from many networks', () => ({ email: newEmail() })],
  ['many e-mail addresses from one network', () => ({ network: newNetwork() })],
] as const;

test.each(buyers)('%s hold half of what is left, others buy the rest', async (_name, newBuyer) => {
  const box = await newProduct(10);
  const buyer = newBuyer();
  for (const quantity of [3, 1, 1]) expect(await hold({ [box]: quantity }, buyer)).toBe('awaiting_action');
  expect(await hold({ [box]: 1 }, buyer)).toBe('STOCK_HELD');
  expect(await shop.stockOf(box)).toBe(5);
  // Others can hold half of the five that are left, and buy the rest.
  expect(await hold({ [box]: 2 })).toBe('awaiting_action');
  expect(await (await place({ [box]: 3 })).pay('fake-valid-nonce')).toBe('paid');
  expect(await shop.stockOf(box)).toBe(0);
});

test.each(buyers)('%s hold half of the uses that a coupon has left', async (_name, newBuyer) => {
  const code = await newCoupon(11);
  const book = await newProduct(1_000);
  expect(await (await place({ [book]: 1 }, { coupon: code })).pay('fake-valid-nonce')).toBe('paid');
  const buyer = { ...newBuyer(), coupon: code };
  for (let number = 0; number < 5; number += 1)
    expect(await hold({ [book]: 1 }, buyer), `order ${number + 1}`).toBe('awaiting_action');
  expect(await hold({ [book]: 1 }, buyer)).toBe('STOCK_HELD');
  const slow = await place({ [book]: 1 }, buyer);
  expect(await slow.pay(await slow.transfer())).toBe('STOCK_HELD');
  expect(await usesOf(code)).toBe(6);
  expect(await hold({ [book]: 1 }, { ...buyer, coupon: await newCoupon(2) })).toBe('awaiting_action');
  for (let number = 0; number < 5; number += 1)
    expect(await (await place({ [book]: 1 }, { coupon: code })).pay('fake-valid-nonce')).toBe('paid');
  expect(await usesOf(code)).toBe(11);
});

test('stock that guests hold with an e-mail address does not count for the account of its owner', async () => {
  const box = await newProduct(8);
  const email = newEmail();
  for (const quantity of [3, 1]) expect(await hold({ [box]: quantity }, { email })).toBe('awaiting_action');
  expect(await hold({ [box]: 1 }, { email })).toBe('STOCK_HELD');
  const userId = randomUUID();
  const account = { email, preferred_language: 'de', created_at: new Date(shop.context.clock.now()) };
  await insertRows(db, 'users', { id: userId, ...account });
  expect(await hold({ [box]: 2 }, { email, userId })).toBe('awaiting_action');
  await db.deleteFrom('carts').where('user_id', '=', userId).execute();
  expect(await hold({ [box]: 1 }, { email, userId }), 'counted for the account').toBe('STOCK_HELD');
});

test('ten parallel orders of a network together hold half of a product or of a coupon', async () => {
  const coupon = await newCoupon(10);
  for (const [stock, buyer] of [
    [10, { network: newNetwork() }],
    [1_000, { network: newNetwork(), coupon }],
  ] as const) {
    const box = await newProduct(stock);
    const orders = await inParallel(10, () => place({ [box]: 1 }, buyer));
    const results = await Promise.all(orders.map(({ pay }) => pay()));
    expect(tally(results), `of ${stock} pieces`).toEqual({ awaiting_action: 5, STOCK_HELD: 5 });
    expect(await shop.stockOf(box)).toBe(stock - 5);
  }
  expect(await usesOf(coupon)).toBe(5);
});

test('uses of a coupon without a limit, and the last use of another, can be held', async () => {
  const buyer = { email: newEmail(), network: newNetwork() };
  const box = await newProduct(1_000);
  const [free, single] = [await newCoupon(null), await newCoupon(1)];
  for (const coupon of [free, free, free, single])
    expect(await hold({ [box]: 1 }, { ...buyer, coupon })).toBe('awaiting_action');
  shop.advance(30 * minute);
  while ((await shop.resolve()) > 0);
  expect([await usesOf(free), await usesOf(single)]).toEqual([0, 0]);
  expect(await hold({ [box]: 1 }, { ...buyer, coupon: single })).toBe('awaiting_action');
});

test.each([
  [1, 1],
  [2, 1],
  [3, 1],
  [4, 2],
  [11, 5],
])('of %i pieces unfinished orders of a buyer hold %i', async (stock, most) => {
  const box = await newProduct(stock);
  const email = newEmail();
  for (let held = 0; held < most; held += 1)
    expect(await hold({ [box]: 1 }, { email })).toBe('awaiting_action');
  if (stock > most) expect(await hold({ [box]: 1 }, { email })).toBe('STOCK_HELD');
  expect(await shop.stockOf(box)).toBe(stock - most);
});

test('a paid order holds nothing, and held stock does not block other products', async () => {
  const [box, other] = [await newProduct(4), await newProduct(4)];
  const buyer = { email: newEmail(), network: newNetwork() };
  expect(await hold({ [box]: 2 }, buyer)).toBe('awaiting_action');
  expect(await hold({ [box]: 1, [other]: 1 }, buyer)).toBe('STOCK_HELD');
  expect(await (await place({ [other]: 4 }, buyer)).pay('fake-valid-nonce')).toBe('paid');
  await changeRows(db, 'users', { email: buyer.email }, { email: newEmail() });
  expect(await hold({ [box]: 1 }, buyer)).toBe('STOCK_HELD');
});

test.each([
  [5, 30],
  [6, 10],
])('a single order of %i of ten pieces waits %i minutes for its buyer', async (quantity, minutes) => {
  const box = await newProduct(10);
  expect(await hold({ [box]: quantity })).toBe('awaiting_action');
  shop.advance(minutes * minute - 1);
  while ((await shop.resolve()) > 0);
  expect(await shop.stockOf(box)).toBe(10 - quantity);
  shop.advance(1);
  while ((await shop.resolve()) > 0);
  expect(await shop.stockOf(box)).toBe(10);
});

test('after five unpaid orders that held more than half a network is refused for a day; smaller and paid ones do not count', async () => {
  const box = await newProduct(100);
  const network = newNetwork();
  expect(await (await place({ [box]: 60 }, { network })).pay('fake-valid-nonce')).toBe('paid');
  const ends = [
    async () => {
      shop.advance(10 * minute);
      while ((await shop.resolve()) > 0);
    },
    (order: Awaited<ReturnType<typeof place>>) => order.cancel(),
  ];
  for (let number = 0; number < 5; number += 1) {
    const small = await place({ [box]: 1 }, { network });
    expect(await small.pay()).toBe('awaiting_action');
    await small.cancel();
    const order = await place({ [box]: 21 }, { network });
    expect(await order.pay(), `order ${number + 1}`).toBe('awaiting_action');
    await ends[number % 2]?.(order);
    expect((await order.row()).state).toBe('verified');
  }
  const sixth = await place({ [box]: 21 }, { network });
  expect(await sixth.pay()).toBe('STOCK_HELD');
  expect(await hold({ [box]: 20 }, { network })).toBe('awaiting_action');
  shop.advance(24 * 60 * minute);
  while ((await shop.resolve()) > 0);
  expect(await sixth.pay()).toBe('awaiting_action');
});

test('a bank transfer holds half of what is left and not a piece more; the order is then paid by card', async () => {
  const box = await newProduct(10);
  const half = await place({ [box]: 5 });
  expect(await half.pay(await half.transfer())).toBe('awaiting_payment');
  const most = await place({ [box]: 3 });
  expect(await most.pay(await most.transfer())).toBe('STOCK_HELD');
  expect(await most.pay('fake-valid-nonce')).toBe('paid');
  expect(shop.surprises).toEqual([]);
});
