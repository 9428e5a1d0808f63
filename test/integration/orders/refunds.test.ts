import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { cents } from '#core/rules/basics/money.ts';
import type { RefundOutcome } from '#ports/payment-gateway.ts';
import { createPurchaseAccount } from '#server/accounts/registration.ts';
import { previewSending } from '#server/operations/order-actions/order-bulk.ts';
import { completePaymentAttempt } from '#server/orders/charging/settle-payment-attempt.ts';
import { retryRefund, settleRefunds } from '#server/payments/settle-refunds.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { createRightsShop, sellEveryKind } from '#test/integration/consumer-rights/consumer-rights-shop.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { withCardGateway } from '#test/integration/support/gateways.ts';
import { changeRows, rowOf, rowsOf } from '#test/integration/support/rows.ts';
import { giveVoucher, offerCoupon, sellProduct } from './order-shop.ts';

const { db } = await openTestDatabase();
const shop = createRightsShop(db);

beforeAll(async () => {
  await sellEveryKind(db);
  await sellProduct(db, { id: 'monthly', kind: 'subscription', price: 1_900 });
  await offerCoupon(db, { code: 'ALL', percent: 100 });
});

test('a refund with an unknown outcome is checked after 75, 150, 300 … seconds, with pauses of at most ten minutes', async () => {
  const order = await shop.buy({ lines: { course: 1 } });
  await shop.refund({ order_id: order.id, lines: 'all', includes_shipping: false });
  const context = withCardGateway(shop.context, {
    ...shop.gateway,
    refund: async () => ({ outcome: 'unknown' }),
  });
  const pauses: number[] = [];
  for (let check = 0; check < 9; check += 1) {
    await settleRefunds(context);
    const [refund] = await shop.refundsOf(order.id);
    const pause = Number(refund?.next_check_at) - shop.context.clock.now();
    pauses.push(pause / 1000);
    shop.advance(pause);
  }
  expect(pauses).toEqual([75, 150, 300, 600, 600, 600, 600, 600, 600]);
  await shop.settle();
});

test('a refund with a lost response is repeated with the same key, and is paid once', async () => {
  const order = await shop.buy({ lines: { course: 1 } });
  await shop.refund({ order_id: order.id, lines: 'all', includes_shipping: false });
  shop.gateway.setOutage(true);
  expect(await shop.settle()).toBe(1);
  expect((await shop.refundsOf(order.id))[0]).toMatchObject({ state: 'unknown', checks: 1 });
  expect(await shop.settle()).toBe(0);
  shop.gateway.setOutage(false);
  shop.advance(75_000);
  await shop.settle();
  expect((await shop.refundsOf(order.id))[0]?.state).toBe('refunded');
  expect(shop.gatewayRefunds(order.code)).toEqual([8900]);
});

test('a refund is paid once if the server is killed after the gateway paid it', async () => {
  const order = await shop.buy({ lines: { course: 1 } });
  await shop.refund({ order_id: order.id, lines: 'all', includes_shipping: false });
  const [row] = await shop.refundsOf(order.id);
  const attempt = await rowOf(db, 'payment_attempts', { order_id: order.id });
  // The first server called the gateway and was killed before it stored the outcome.
  await shop.gateway.refund(attempt.transaction_id ?? '', cents(8900), row?.refund_key ?? '');
  await shop.settle();
  expect(await shop.stateOf(order.id)).toBe('refunded');
  expect(shop.gatewayRefunds(order.code)).toEqual([8900]);
});

test('a refund is claimed by one server for 75 seconds, and a later response of its gateway changes nothing', async () => {
  const beginRefund = async () => {
    const order = await shop.buy({ lines: { course: 1 } });
    await shop.refund({ order_id: order.id, lines: 'all', includes_shipping: false });
    const answer = Promise.withResolvers<RefundOutcome>();
    const asked = Promise.withResolvers<void>();
    const stop = new AbortController();
    const refund = () => {
      asked.resolve();
      return answer.promise;
    };
    const slow = settleRefunds(withCardGateway(shop.context, { ...shop.gateway, refund }), stop.signal);
    await asked.promise;
    return {
      order,
      async respond(outcome: RefundOutcome) {
        stop.abort();
        answer.resolve(outcome);
        await slow;
      },
    };
  };
  await shop.settle();
  const paid = await beginRefund();
  shop.advance(74_999);
  expect(await shop.settle(), 'refunds that another server takes within the 75 seconds').toBe(0);
  shop.advance(1);
  expect(await shop.settle(), 'refunds that another server takes after them').toBe(1);
  await paid.respond({ outcome: 'refused' });
  expect(await shop.refundsOf(paid.order.id)).toMatchObject([{ state: 'refunded' }]);

  const retried = await beginRefund();
  const [{ refund_key = '' } = {}] = await shop.refundsOf(retried.order.id);
  shop.advance(75_000);
  const refused = { ...shop.gateway, refund: async () => ({ outcome: 'refused' as const }) };
  await settleRefunds(withCardGateway(shop.context, refused));
  expect(shop.surprises.splice(0)).toMatchObject([{ event: 'refund_refused' }]);
  expect(await retryRefund(shop.context, refund_key)).toEqual({ ok: true, value: 'asked_again' });
  await retried.respond({ outcome: 'refused' });
  expect(await shop.refundsOf(retried.order.id)).toMatchObject([
    { state: 'open', refund_key: `${refund_key}-1`, checks: 0 },
  ]);
  expect(await shop.settle()).toBe(1);
  expect(shop.gatewayRefunds(retried.order.code)).toEqual([8900]);
});

test('a refused refund is kept, reported, and counts as decided', async () => {
  const order = await shop.buy({ lines: { course: 1 } });
  await shop.refund({ order_id: order.id, lines: 'all', includes_shipping: false });
  await changeRows(db, 'payment_attempts', { order_id: order.id }, { transaction_id: 'gone' });
  await shop.settle();
  expect((await shop.refundsOf(order.id))[0]?.state).toBe('refused');
  expect(await shop.stateOf(order.id)).toBe('paid');
  expect(shop.surprises.splice(0)).toMatchObject([{ event: 'refund_refused' }]);
  expect((await shop.refund({ order_id: order.id, lines: 'all', includes_shipping: false })).ok).toBe(false);
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
  expect((await rowOf(db, 'gift_codes', { id: voucherId })).balance_cents).toBe(3000);
  const owned = await rowsOf(db, 'entitlements', { order_id: order.id }, ['revoked_at']);
  expect(owned.map((row) => row.revoked_at !== null)).toEqual([true]);
  expect((await rowOf(db, 'orders', { id: order.id })).fulfilment).toBe('none');

  expect(await shop.settle()).toBe(1);
  expect(await shop.stateOf(order.id)).toBe('refunded');
  expect(shop.gatewayRefunds(order.code)).toEqual([order.total - 3000]);
  expect(await shop.mailsTo(order.email)).toContain('refund');
  const again = await shop.refund({ order_id: order.id, lines: 'all', includes_shipping: true });
  expect(again).toEqual({ ok: false, error: 'NOTHING_LEFT' });
});

test('a refund returns goods to stock unless the buyer keeps them; in both cases they are not shipped any more', async () => {
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
  ['voucher and card in equal parts', 4450, 4450, 4450],
])('a buyer who paid with %s gets a mail about the refund', async (_, balance, amount, credit) => {
  const voucherId = await giveVoucher(db, balance);
  const order = await shop.buy({ lines: { course: 1 }, voucherId });
  const back = await shop.refund({ order_id: order.id, lines: 'all', includes_shipping: true });
  expect(back).toMatchObject({ ok: true, value: { amount, credit } });
  expect(await shop.mailsTo(order.email)).toContain('refund');
});

test('an amount for gifts is refunded in full, or only the share of the gifts that are not redeemed', async () => {
  const refundGifts = async (isRedeemed: boolean, amount: number) => {
    const order = await shop.buy({ lines: { gift: 2 } });
    const [line] = await shop.linesOf(order.id);
    const line_id = line?.id ?? '';
    const [code] = await rowsOf(db, 'gift_codes', { order_line_id: line_id }, ['id']);
    if (isRedeemed) {
      const { user_id } = await inTransaction(db, (trx) =>
        createPurchaseAccount(trx, shop.context, { email: order.email, locale: 'de' }),
      );
      await changeRows(db, 'gift_codes', { id: code?.id ?? '' }, { redeemed_by: user_id });
    }
    const asked = { lines: [{ line_id, quantity: 2 }], includes_shipping: false, amount: cents(amount) };
    return shop.refund({ order_id: order.id, ...asked });
  };
  expect(await refundGifts(false, 9_900)).toMatchObject({ ok: true, value: { amount: 9_900 } });
  expect(await refundGifts(true, 1_000)).toMatchObject({ ok: true, value: { amount: 500 } });
});

test('of a voucher no more is refunded than its balance', async () => {
  const order = await shop.buy({ lines: { voucher: 1 } });
  const [line] = await shop.linesOf(order.id);
  const line_id = line?.id ?? '';
  await changeRows(db, 'gift_codes', { order_line_id: line_id }, { balance_cents: 2000 });
  const lines = [{ line_id, quantity: 1, amount: cents(5000) }];
  const back = await shop.refund({ order_id: order.id, lines, includes_shipping: false });
  expect(back).toMatchObject({ ok: true, value: { amount: 2000 } });
  const { id: gift_code_id } = await rowOf(db, 'gift_codes', { order_line_id: line_id });
  const columns = ['cause', 'amount_cents'] as const;
  expect(await rowsOf(db, 'voucher_entries', { gift_code_id }, columns, 'amount_cents')).toEqual([
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
  const events = await rowsOf(db, 'order_events', { order_id: order.id }, ['to_state']);
  expect(
    events.filter((event) => event.to_state === 'refunded'),
    'times that one order was refunded',
  ).toHaveLength(1);
});

test('after a refund of an amount only, the buyer keeps the course', async () => {
  const order = await shop.buy({ lines: { course: 1 } });
  const [line] = await shop.linesOf(order.id);
  const lines = [{ line_id: line?.id ?? '', quantity: 0 }];
  const asked = { order_id: order.id, includes_shipping: false };
  const refunded = await shop.refund({ ...asked, lines, amount: cents(1000) });
  expect(refunded).toMatchObject({ ok: true, value: { amount: 1000 } });
  const owned = await rowsOf(db, 'entitlements', { order_id: order.id }, ['revoked_at']);
  expect(owned).toEqual([{ revoked_at: null }]);
  const rest = await shop.refund({ ...asked, lines: 'all', amount: cents(99_999) });
  expect(rest).toMatchObject({ ok: true, value: { amount: 7900 } });
});

test('an order that cost nothing is refunded without payment, mail or correction', async () => {
  const order = await shop.buy({ lines: { course: 1 }, coupon: 'ALL' });
  expect(order.total).toBe(0);
  const refunded = await shop.refund({ order_id: order.id, lines: 'all', includes_shipping: true });
  expect(refunded).toMatchObject({ ok: true, value: { amount: 0, credit: 0 } });
  expect(await shop.stateOf(order.id)).toBe('refunded');
  expect(await shop.mailsTo(order.email)).not.toContain('refund');
  expect(await rowsOf(db, 'invoices', { order_id: order.id, kind: 'correction' }, ['id'])).toEqual([]);
});

test('a free product can still be shipped or taken back after its order was refunded', async () => {
  await sellProduct(db, { id: 'free-box', kind: 'gift_box', price: 0, stock: 9 });
  const refundCourse = async () => {
    const order = await shop.buy({ lines: { course: 1, 'free-box': 1 } });
    const course = (await shop.linesOf(order.id)).find(({ product_id }) => product_id === 'course');
    const lines = [{ line_id: course?.id ?? '', quantity: 1 }];
    await shop.refund({ order_id: order.id, lines, includes_shipping: true });
    await shop.settle();
    const { state, fulfilment } = await rowOf(db, 'orders', { id: order.id });
    expect([state, fulfilment]).toEqual(['refunded', 'open']);
    return order;
  };
  const sent = await refundCourse();
  expect((await previewSending(db, [sent.id])).map(({ refusal }) => refusal)).toEqual([null]);
  await shop.ship(sent.id, true);
  expect((await rowOf(db, 'orders', { id: sent.id })).fulfilment).toBe('delivered');

  const { id: takenBack } = await refundCourse();
  const stock = await shop.stockOf('free-box');
  const back = await shop.refund({ order_id: takenBack, lines: 'all', includes_shipping: true });
  expect(back).toMatchObject({ ok: true, value: { amount: 0, credit: 0 } });
  expect(await shop.stockOf('free-box')).toBe(stock + 1);
  const { state, fulfilment } = await rowOf(db, 'orders', { id: takenBack });
  expect([state, fulfilment]).toEqual(['refunded', 'none']);
  const again = await shop.refund({ order_id: takenBack, lines: 'all', includes_shipping: true });
  expect(again).toEqual({ ok: false, error: 'NOTHING_LEFT' });
});

test('a refund to a voucher that somebody else redeemed creates an account for a guest', async () => {
  const voucherId = await giveVoucher(db, 2000);
  const order = await shop.buy({ lines: { book: 1 }, voucherId });
  const ownerOf = () => rowOf(db, 'orders', { id: order.id });
  expect((await ownerOf()).user_id).toBeNull();
  const redeemer = await inTransaction(db, (trx) =>
    createPurchaseAccount(trx, shop.context, { email: `${randomUUID()}@meisterhand.example`, locale: 'de' }),
  );
  await changeRows(db, 'gift_codes', { id: voucherId }, { redeemed_by: redeemer.user_id });

  await shop.refund({ order_id: order.id, lines: 'all', includes_shipping: true });
  const { user_id } = await ownerOf();
  expect((await rowOf(db, 'users', { id: user_id })).email).toBe(order.email);
  const credit = await rowsOf(db, 'gift_codes', { kind: 'credit', redeemed_by: user_id }, ['balance_cents']);
  expect(credit).toEqual([{ balance_cents: 2000 }]);
  expect(await shop.mailsTo(order.email)).toEqual(expect.arrayContaining(['refund', 'set_password']));
});

test('a refund to a redeemed voucher goes to the buyer’s credit', async () => {
  const voucherId = await giveVoucher(db, 8900);
  const order = await shop.buy({ lines: { course: 1 }, voucherId });
  const { user_id } = await rowOf(db, 'orders', { id: order.id });
  await changeRows(db, 'gift_codes', { id: voucherId }, { redeemed_by: user_id });
  await shop.refund({ order_id: order.id, lines: 'all', includes_shipping: true });
  const credit = await rowsOf(db, 'gift_codes', { kind: 'credit', redeemed_by: user_id }, ['balance_cents']);
  expect(credit).toEqual([{ balance_cents: 8900 }]);
});

/** Places two orders with one e-mail address, both charged before the outcome of either is known. */
async function payTwice(lines: Readonly<Record<string, number>>, email: string) {
  const orders = [];
  for (const _ of [1, 2]) orders.push(await shop.ordered(await shop.storeCart({ lines }), email));
  shop.gateway.script({ goes: 'lost', was_charged: true }, { goes: 'lost', was_charged: true });
  for (const order of orders) await shop.pay(order.id, 'fake-valid-nonce', order.attributes.amount_due);
  return orders;
}

test('of two parallel orders of a course by guests with one e-mail one is kept, the other refunded', async () => {
  const email = `${randomUUID()}@meisterhand.example`;
  const orders = await payTwice({ course: 1, book: 1 }, email);
  await Promise.all(orders.map((order) => settle(order.id)));

  const refunds = (await Promise.all(orders.map((order) => shop.refundsOf(order.id)))).flat();
  expect(refunds.map((refund) => [refund.cause, refund.amount_cents])).toEqual([['duplicate', 8900]]);
  const { id: user_id } = await rowOf(db, 'users', { email });
  expect(await rowsOf(db, 'entitlements', { user_id }, ['revoked_at'])).toEqual([{ revoked_at: null }]);
  expect(
    (await shop.mailsTo(email)).filter((template) => template === 'refund'),
    'mails about one refund',
  ).toHaveLength(1);
  await shop.settle();
  expect(orders.flatMap((order) => shop.gatewayRefunds(order.attributes.code))).toEqual([8900]);
});

test.each([
  ['pass', 18_000],
  ['monthly', 1_900],
])('two orders of one account with a %s at the same time start one subscription', async (plan, price) => {
  for (let round = 0; round < 10; round += 1) {
    const email = `${randomUUID()}@meisterhand.example`;
    const orders = await payTwice({ [plan]: 1, book: 1 }, email);
    // The account already exists, so neither order waits for its creation.
    const user = await inTransaction(db, (trx) =>
      createPurchaseAccount(trx, shop.context, { email, locale: 'en' }),
    );
    await Promise.all(orders.map((order) => settle(order.id)));

    const subscriptions = await rowsOf(db, 'subscriptions', { user_id: user.user_id }, ['status']);
    expect(subscriptions).toEqual([{ status: 'active' }]);
    const refunds = (await Promise.all(orders.map((order) => shop.refundsOf(order.id)))).flat();
    expect(refunds.map((refund) => [refund.cause, refund.amount_cents])).toEqual([['duplicate', price]]);
    expect((await shop.mailsTo(email)).filter((template) => template === 'refund')).toHaveLength(1);
    await shop.settle();
    expect(orders.flatMap((order) => shop.gatewayRefunds(order.attributes.code))).toEqual([price]);
  }
});

/** Looks up the charge of an order and stores its outcome, as the background job does. */
async function settle(orderId: string): Promise<void> {
  const attempt = await rowOf(db, 'payment_attempts', { order_id: orderId });
  const found = await shop.gateway.findCharge(attempt.attempt_key);
  const waiting = { ...attempt, gateway: shop.gateway };
  await completePaymentAttempt(shop.context, waiting, found, 'background');
}
