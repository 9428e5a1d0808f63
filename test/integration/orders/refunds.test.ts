import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { cents } from '#core/rules/basics/money.ts';
import { createPurchaseAccount } from '#server/accounts/registration.ts';
import { completePaymentAttempt } from '#server/orders/charging/settle-payment-attempt.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { createRightsShop, sellEveryKind } from '#test/integration/consumer-rights/consumer-rights-shop.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { changeRows, rowOf } from '#test/integration/support/rows.ts';
import { giveVoucher, offerCoupon } from './order-shop.ts';

const { db } = await openTestDatabase();
const shop = createRightsShop(db);

beforeAll(async () => {
  await sellEveryKind(db);
  await offerCoupon(db, { code: 'ALL', percent: 100 });
});

test('a whole order is refunded: card first, then the voucher; courses, stock, correction and mail follow', async () => {
  const voucherId = await giveVoucher(db, 3000);
  const stock = await shop.stockOf('book');
  const order = await shop.buy({ lines: { course: 1, book: 2 }, voucherId });
  expect(await shop.stockOf('book')).toBe(stock - 2);

  const refunded = await shop.refund({ order_id: order.id, lines: 'all', includes_shipping: true });
  expect(refunded).toMatchObject({ ok: true, value: { amount: order.total - 3000, credit: 3000 } });
  expect(await shop.stateOf(order.id)).toBe('paid');
  expect(await shop.stockOf('book')).toBe(stock);
  const voucher = await rowOf(db, 'gift_codes', { id: voucherId });
  expect(voucher.balance_cents).toBe(3000);
  const owned = await db
    .selectFrom('entitlements')
    .select('revoked_at')
    .where('order_id', '=', order.id)
    .execute();
  expect(owned.map((row) => row.revoked_at !== null)).toEqual([true]);
  const row = await rowOf(db, 'orders', { id: order.id });
  expect(row.fulfilment).toBe('none');

  expect(await shop.settle()).toBe(1);
  expect(await shop.stateOf(order.id)).toBe('refunded');
  expect(shop.gatewayRefunds(order.code)).toEqual([order.total - 3000]);
  expect(await shop.mailsTo(order.email)).toContain('refund');
  const again = await shop.refund({ order_id: order.id, lines: 'all', includes_shipping: true });
  expect(again).toEqual({ ok: false, error: 'NOTHING_LEFT' });
});

test('goods that do not come back are refunded without their stock, goods that do with it; neither is sent any more', async () => {
  for (const keeps_goods of [true, false]) {
    const order = await shop.buy({ lines: { book: 2 } });
    const stock = await shop.stockOf('book');
    await shop.refund({ order_id: order.id, lines: 'all', includes_shipping: true, keeps_goods });
    const { fulfilment } = await rowOf(db, 'orders', { id: order.id });
    const expected = [keeps_goods ? stock : stock + 2, 'none'];
    expect([await shop.stockOf('book'), fulfilment]).toEqual(expected);
  }
});

test.each([
  ['a voucher alone', 20_000, 0, 8900],
  ['voucher and card to the same part', 4450, 4450, 4450],
])('who paid with %s is told of the refund, too', async (_, balance, amount, credit) => {
  const voucherId = await giveVoucher(db, balance);
  const order = await shop.buy({ lines: { course: 1 }, voucherId });
  const back = await shop.refund({ order_id: order.id, lines: 'all', includes_shipping: true });
  expect(back).toMatchObject({ ok: true, value: { amount, credit } });
  expect(await shop.mailsTo(order.email)).toContain('refund');
});

test('an amount for gifts is paid while all of them come back, and the price of those that do otherwise', async () => {
  const refundGifts = async (isRedeemed: boolean) => {
    const order = await shop.buy({ lines: { gift: 2 } });
    const [line] = await shop.linesOf(order.id);
    const line_id = line?.id ?? '';
    const [code] = await db
      .selectFrom('gift_codes')
      .select('id')
      .where('order_line_id', '=', line_id)
      .execute();
    if (isRedeemed) {
      const { user_id } = await inTransaction(db, (trx) =>
        createPurchaseAccount(trx, shop.context, { email: order.email, locale: 'de' }),
      );
      await changeRows(db, 'gift_codes', { id: code?.id ?? '' }, { redeemed_by: user_id });
    }
    const lines = [{ line_id, quantity: 2, amount: cents(9_900) }];
    return shop.refund({ order_id: order.id, lines, includes_shipping: false });
  };
  expect(await refundGifts(false)).toMatchObject({ ok: true, value: { amount: 9_900 } });
  expect(await refundGifts(true)).toMatchObject({ ok: true, value: { amount: 8_900 } });
});

test('of a voucher no more is refunded than is left of it, whatever was asked for', async () => {
  const order = await shop.buy({ lines: { voucher: 1 } });
  const [line] = await shop.linesOf(order.id);
  const line_id = line?.id ?? '';
  await changeRows(db, 'gift_codes', { order_line_id: line_id }, { balance_cents: 2000 });
  const lines = [{ line_id, quantity: 1, amount: cents(5000) }];
  const back = await shop.refund({ order_id: order.id, lines, includes_shipping: false });
  expect(back).toMatchObject({ ok: true, value: { amount: 2000 } });
  const booked = await db
    .selectFrom('voucher_entries')
    .innerJoin('gift_codes', 'gift_codes.id', 'voucher_entries.gift_code_id')
    .select(['cause', 'amount_cents'])
    .where('gift_codes.order_line_id', '=', line_id)
    .orderBy('amount_cents')
    .execute();
  expect(booked).toEqual([
    { cause: 'revoked', amount_cents: -2000 },
    { cause: 'issued', amount_cents: 5000 },
  ]);
});

test('an order is refunded only once all its refunds are paid out', async () => {
  const order = await shop.buy({ lines: { course: 1, 'other-course': 1 } });
  const [first, second] = await shop.linesOf(order.id);
  const refund = (line_id = '') =>
    shop.refund({ order_id: order.id, lines: [{ line_id, quantity: 1 }], includes_shipping: false });
  await refund(first?.id);
  await shop.settle();
  expect(await shop.stateOf(order.id)).toBe('paid');
  await refund(second?.id);
  expect(await shop.stateOf(order.id)).toBe('paid');
  await shop.settle();
  expect(await shop.stateOf(order.id)).toBe('refunded');
  const events = await db
    .selectFrom('order_events')
    .select('to_state')
    .where('order_id', '=', order.id)
    .execute();
  expect(
    events.filter((event) => event.to_state === 'refunded'),
    'times that one order was refunded',
  ).toHaveLength(1);
});

test('a parcel is shipped as long as one piece of it is not refunded', async () => {
  const order = await shop.buy({ lines: { book: 2 } });
  const [line] = await shop.linesOf(order.id);
  const fulfilment = async () => (await rowOf(db, 'orders', { id: order.id })).fulfilment;
  const takeBackOne = () =>
    shop.refund({
      order_id: order.id,
      lines: [{ line_id: line?.id ?? '', quantity: 1 }],
      includes_shipping: false,
    });
  await takeBackOne();
  expect(await fulfilment()).toBe('open');
  await takeBackOne();
  expect(await fulfilment()).toBe('none');
});

test('after a refund of an amount only, the buyer keeps the course', async () => {
  const order = await shop.buy({ lines: { course: 1 } });
  const [line] = await shop.linesOf(order.id);
  const lines = [{ line_id: line?.id ?? '', quantity: 0 }];
  const refunded = await shop.refund({
    order_id: order.id,
    lines,
    includes_shipping: false,
    amount: cents(1000),
  });
  expect(refunded).toMatchObject({ ok: true, value: { amount: 1000 } });
  const owned = await db
    .selectFrom('entitlements')
    .select('revoked_at')
    .where('order_id', '=', order.id)
    .execute();
  expect(owned).toEqual([{ revoked_at: null }]);
  const rest = await shop.refund({
    order_id: order.id,
    lines: 'all',
    includes_shipping: false,
    amount: cents(99_999),
  });
  expect(rest).toMatchObject({ ok: true, value: { amount: 7900 } });
});

test('the free product of a coupon is taken back once, without a payment', async () => {
  const order = await shop.buy({ lines: { course: 1 }, coupon: 'ALL' });
  expect(order.total).toBe(0);
  const refunded = await shop.refund({ order_id: order.id, lines: 'all', includes_shipping: true });
  expect(refunded).toMatchObject({ ok: true, value: { amount: 0, credit: 0 } });
  expect(await shop.stateOf(order.id)).toBe('refunded');
  expect(await shop.mailsTo(order.email)).not.toContain('refund');
  const corrections = await db
    .selectFrom('invoices')
    .select('id')
    .where('order_id', '=', order.id)
    .where('kind', '=', 'correction')
    .execute();
  expect(corrections).toEqual([]);
});

test('a refund to a voucher that somebody redeemed makes an account for a guest who had none', async () => {
  const voucherId = await giveVoucher(db, 2000);
  const order = await shop.buy({ lines: { book: 1 }, voucherId });
  const ownerOf = () =>
    db.selectFrom('orders').select('user_id').where('id', '=', order.id).executeTakeFirstOrThrow();
  expect((await ownerOf()).user_id).toBeNull();
  const redeemer = await inTransaction(db, (trx) =>
    createPurchaseAccount(trx, shop.context, { email: `${randomUUID()}@meisterhand.example`, locale: 'de' }),
  );
  await changeRows(db, 'gift_codes', { id: voucherId }, { redeemed_by: redeemer.user_id });

  await shop.refund({ order_id: order.id, lines: 'all', includes_shipping: true });
  const { user_id } = await ownerOf();
  const account = await rowOf(db, 'users', { id: user_id });
  expect(account.email).toBe(order.email);
  const credit = await db
    .selectFrom('gift_codes')
    .select('balance_cents')
    .where('kind', '=', 'credit')
    .where('redeemed_by', '=', user_id)
    .execute();
  expect(credit).toEqual([{ balance_cents: 2000 }]);
  expect(await shop.mailsTo(order.email)).toEqual(expect.arrayContaining(['refund', 'set_password']));
});

test('a refund to a redeemed voucher goes to the buyer’s credit', async () => {
  const voucherId = await giveVoucher(db, 8900);
  const order = await shop.buy({ lines: { course: 1 }, voucherId });
  const { user_id } = await rowOf(db, 'orders', { id: order.id });
  await db.updateTable('gift_codes').set({ redeemed_by: user_id }).where('id', '=', voucherId).execute();
  await shop.refund({ order_id: order.id, lines: 'all', includes_shipping: true });
  const credit = await db
    .selectFrom('gift_codes')
    .select(['kind', 'balance_cents'])
    .where('kind', '=', 'credit')
    .where('redeemed_by', '=', user_id)
    .execute();
  expect(credit).toEqual([{ kind: 'credit', balance_cents: 8900 }]);
});

test('two guests with one e-mail buy one course at once: one gets it, the other is refunded automatically', async () => {
  const email = `${randomUUID()}@meisterhand.example`;
  const orders = [];
  for (const _ of [1, 2]) {
    const cart = await shop.storeCart({ lines: { course: 1, book: 1 } });
    orders.push(await shop.ordered(cart, email));
  }
  // Both orders are charged before the outcome of either is known.
  shop.gateway.script({ goes: 'lost', was_charged: true }, { goes: 'lost', was_charged: true });
  for (const order of orders) await shop.pay(order.id, 'fake-valid-nonce', order.attributes.amount_due);
  await Promise.all(orders.map((order) => settle(order.id)));

  const refunds = (await Promise.all(orders.map((order) => shop.refundsOf(order.id)))).flat();
  expect(refunds.map((refund) => [refund.cause, refund.amount_cents])).toEqual([['duplicate', 8900]]);
  const owned = await db
    .selectFrom('entitlements')
    .innerJoin('users', 'users.id', 'entitlements.user_id')
    .select('revoked_at')
    .where('users.email', '=', email)
    .execute();
  expect(owned).toEqual([{ revoked_at: null }]);
  expect(
    (await shop.mailsTo(email)).filter((template) => template === 'refund'),
    'mails about one refund',
  ).toHaveLength(1);
  await shop.settle();
  expect(orders.flatMap((order) => shop.gatewayRefunds(order.attributes.code))).toEqual([8900]);
});

test('two orders of one account with a membership at the same time start one subscription', async () => {
  const rounds = 10;
  for (let round = 0; round < rounds; round += 1) {
    const email = `${randomUUID()}@meisterhand.example`;
    const orders = [];
    for (const _ of [1, 2]) {
      orders.push(await shop.ordered(await shop.storeCart({ lines: { pass: 1, book: 1 } }), email));
    }
    shop.gateway.script({ goes: 'lost', was_charged: true }, { goes: 'lost', was_charged: true });
    for (const order of orders) await shop.pay(order.id, 'fake-valid-nonce', order.attributes.amount_due);
    // The account already exists, so neither order waits for its creation.
    const user = await inTransaction(db, (trx) =>
      createPurchaseAccount(trx, shop.context, { email, locale: 'en' }),
    );
    await Promise.all(orders.map((order) => settle(order.id)));

    const subscriptions = await db
      .selectFrom('subscriptions')
      .select('status')
      .where('user_id', '=', user.user_id)
      .execute();
    expect(subscriptions).toEqual([{ status: 'active' }]);
    const refunds = (await Promise.all(orders.map((order) => shop.refundsOf(order.id)))).flat();
    expect(refunds.map((refund) => [refund.cause, refund.amount_cents])).toEqual([['duplicate', 18_000]]);
  }
});

async function settle(orderId: string): Promise<void> {
  const attempt = await rowOf(db, 'payment_attempts', { order_id: orderId });
  const found = await shop.gateway.findCharge(attempt.attempt_key);
  const waiting = { ...attempt, gateway: shop.gateway };
  await completePaymentAttempt(shop.context, waiting, found, 'background');
}
