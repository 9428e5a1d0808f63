import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { outcomeOf, refusal, tally } from '#test/integration/support/outcomes.ts';
import { insertRows, rowOf, rowsOf } from '#test/integration/support/rows.ts';
import { startTwoServers } from '#test/integration/support/two-servers.ts';
import { isLongRun } from '#test/run-length.ts';
import { createApiShopper, type OpenOrder } from './api-shopper.ts';
import { offerCoupon, sellProduct } from './order-shop.ts';

// Two server processes, each with a full connection pool, on one PostgreSQL and one gateway. docs/testing.md
// describes how an implementation without protection fails in each race.

const { db, connectionString } = await openTestDatabase();
const { gateway, servers } = await startTwoServers(connectionString);
const shopper = createApiShopper(servers);

beforeAll(async () => {
  await sellProduct(db, { id: 'course', kind: 'course', price: 8900 });
  await sellProduct(db, { id: 'last-box', kind: 'gift_box', price: 4900, stock: 3 });
  await offerCoupon(db, { code: 'EINMAL', percent: 20, totalLimit: 1 });
  await insertRows(db, 'coupon_codes', { code: 'NUR1MAL', promotion_id: 'EINMAL' });
});

/** Creates the order of a new buyer. */
const createOrder = async (index: number, product: string, code?: string) =>
  shopper.order(index, await shopper.fillCart(index, product, code), `${randomUUID()}@meisterhand.example`);

/** Creates `count` orders of different buyers that are ready to be paid, ten at a time; the codes take turns. */
async function prepareOrders(
  count: number,
  product: string,
  codes: readonly string[] = [],
): Promise<readonly OpenOrder[]> {
  const prepared: OpenOrder[] = [];
  for (let first = 0; first < count; first += 10) {
    const some = Array.from({ length: Math.min(10, count - first) }, (_, index) =>
      createOrder(index, product, codes[index % codes.length]),
    );
    prepared.push(...(await Promise.all(some)));
  }
  return prepared;
}

const times = (count: number) => Array.from({ length: count }, (_, index) => index);

const couponBuyers = isLongRun ? 200 : 20;

test(`${couponBuyers} parallel buyers use two codes of a coupon for one use: one order gets it`, async () => {
  const carts = await prepareOrders(couponBuyers, 'course', ['EINMAL', 'NUR1MAL']);
  expect(new Set(carts.map(({ due }) => due))).toEqual(new Set([7120]));
  const answers = await Promise.all(carts.map((cart, index) => shopper.pay(index, cart, 'fake-valid-nonce')));
  expect(tally(answers.map(outcomeOf)), 'responses').toEqual({
    200: 1,
    [refusal(409, 'TOTAL_CHANGED')]: couponBuyers - 1,
  });
  expect((await rowOf(db, 'promotions', { id: 'EINMAL' })).used, 'uses of the coupon').toBe(1);
  expect(await rowsOf(db, 'orders', { state: 'paid', promotion_id: 'EINMAL' }, ['id'])).toHaveLength(1);
});

test('50 checkouts of one order at once, with 5 nonces: one charge', async () => {
  const open = await createOrder(0, 'course');
  const nonces = await Promise.all(times(5).map(() => gateway.tokenize('4111111111111111')));
  const answers = await Promise.all(
    times(50).map((index) => shopper.pay(index, open, nonces[index % 5] ?? '')),
  );
  const outcomes = answers.map(outcomeOf);
  const ofNonces = times(5).map((nonce) => outcomes.filter((_, index) => index % 5 === nonce));
  // Requests with the charged nonce succeed or are pending. All others are refused: the order is busy or
  // closed.
  const winners = ofNonces.filter((those) => those.every((outcome) => ['200', '202'].includes(outcome)));
  expect(winners).toHaveLength(1);
  const others = new Set(ofNonces.filter((those) => those !== winners[0]).flat());
  const refusals = [refusal(409, 'ORDER_BUSY'), refusal(409, 'ORDER_CLOSED')];
  expect([...others].filter((outcome) => !refusals.includes(outcome))).toEqual([]);
  for (const { retryAfter, body } of answers)
    expect(retryAfter).toBe(body.errors?.[0].code === 'ORDER_BUSY' ? '5' : null);
  const { charges } = await gateway.ledger();
  expect(
    charges.filter((charge) => charge.order_code === open.code),
    'charges of one order',
  ).toHaveLength(1);
  expect((await rowOf(db, 'orders', { id: open.id })).state).toBe('paid');
});

test('20 tabs order one cart at once: one order is created', async () => {
  const cartId = await shopper.fillCart(0, 'course');
  const email = `${randomUUID()}@meisterhand.example`;
  const orders = await Promise.all(times(20).map((index) => shopper.order(index, cartId, email)));
  expect(new Set(orders.map((one) => one.id)).size, 'orders of one cart').toBe(1);
});

test('30 buyers order the last 3 pieces at once: 3 are sold', async () => {
  const open = await prepareOrders(30, 'last-box');
  const answers = await Promise.all(open.map((one, index) => shopper.pay(index, one, 'fake-valid-nonce')));
  expect(tally(answers.map(outcomeOf)), 'responses').toEqual({
    200: 3,
    [refusal(409, 'OUT_OF_STOCK')]: 27,
  });
  expect((await rowOf(db, 'products', { id: 'last-box' })).stock).toBe(0);
});

test('six orders of a course with one e-mail are paid in parallel: one is kept, the others are refused or refunded', async () => {
  const email = `${randomUUID()}@meisterhand.example`;
  const open = [];
  for (const index of times(6))
    open.push(await shopper.order(index, await shopper.fillCart(index, 'course'), email));
  const answers = await Promise.all(open.map((one, index) => shopper.pay(index, one, 'fake-valid-nonce')));
  const outcomes = new Set(answers.map(outcomeOf));
  expect([...outcomes]).toContain('200');
  const others = [...outcomes].filter((outcome) => outcome !== '200');
  expect(others.filter((outcome) => outcome !== refusal(409, 'LOGIN_REQUIRED'))).toEqual([]);
  const users = await rowsOf(db, 'users', { email }, ['id']);
  expect(users).toHaveLength(1);
  expect(await rowsOf(db, 'entitlements', { user_id: users[0]?.id ?? '' })).toHaveLength(1);
  const refunds = await db
    .selectFrom('refunds')
    .innerJoin('orders', 'orders.id', 'refunds.order_id')
    .select(['refunds.cause', 'refunds.amount_cents'])
    .where('orders.email', '=', email)
    .execute();
  const paid = answers.filter(({ status }) => status === 200);
  expect(refunds).toEqual(paid.slice(1).map(() => ({ cause: 'duplicate', amount_cents: 8_900 })));
});

test('a bank’s decision, checks in two tabs, a cancellation and a repeated payment in parallel: one charge or none', async () => {
  const rounds = [
    { choice: 'approve', isBefore: true },
    { choice: 'approve', isBefore: false },
    { choice: 'decline', isBefore: true },
    { choice: 'decline', isBefore: false },
  ] as const;
  for (const { choice, isBefore } of rounds) {
    const open = await createOrder(0, 'course');
    const nonce = await gateway.tokenize('4000000000003220');
    const { status, body } = await shopper.pay(0, open, nonce);
    const { state, payment_action } = body.data.attributes;
    expect([status, state]).toEqual([202, 'awaiting_action']);
    const [, transaction] = /actions\/([^?]+)/.exec(payment_action.action.url) ?? [];
    const act = () => gateway.client(`/actions/${transaction}`, { choice });
    if (isBefore) await act();
    const answers = await Promise.all([
      ...times(12).map((index) => shopper.continuePayment(index, open, index % 3 === 0 ? 'cancel' : 'check')),
      ...(isBefore ? [] : [act()]),
      ...times(4).map((index) => shopper.pay(index, open, nonce)),
      ...times(12).map((index) => shopper.continuePayment(index, open, 'check')),
    ]);
    // No request fails, and none reports a payment that was not made.
    expect(answers.filter((answer) => ![200, 202, 402].includes(answer.status))).toEqual([]);
    await shopper.continuePayment(1, open, 'cancel');
    const end = await shopper.state(1, open);
    const { charges } = await gateway.ledger();
    const taken = charges.filter(({ order_code }) => order_code === open.code).length;
    expect([end, taken]).toEqual(end === 'paid' ? ['paid', 1] : ['verified', 0]);
    if (isBefore) expect(end).toBe(choice === 'approve' ? 'paid' : 'verified');
    expect(await rowsOf(db, 'invoices', { order_id: open.id })).toHaveLength(taken);
    const states = answers.map((answer) => answer.body?.data?.attributes?.state);
    if (end !== 'paid') expect(states).not.toContain('paid');
  }
});
