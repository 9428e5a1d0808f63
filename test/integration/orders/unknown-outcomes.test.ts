import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { completePaymentAttempt } from '#server/orders/charging/settle-payment-attempt.ts';
import { checkOutOrder } from '#server/orders/check-out-order.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { withCardGateway } from '#test/integration/support/gateways.ts';
import { rowOf } from '#test/integration/support/rows.ts';
import { createOrderShop, sellProduct } from './order-shop.ts';

const { db } = await openTestDatabase();
const shop = createOrderShop(db);
const newEmail = () => `${randomUUID()}@meisterhand.example`;

beforeAll(async () => {
  await sellProduct(db, { id: 'drawing', kind: 'course', price: 8900 });
  await sellProduct(db, { id: 'type-book', kind: 'book', price: 2490, stock: 100 });
  await sellProduct(db, { id: 'voucher-50', kind: 'voucher', price: 5000 });
});

test.for([
  { nonce: 'fake-timeout-after-charge-nonce', ends: 'paid', charges: 1 },
  { nonce: 'fake-timeout-before-charge-nonce', ends: 'verified', charges: 0 },
])(
  'a lost response ($nonce) is looked up in the background and the order becomes $ends',
  async ({ nonce, ends, charges }) => {
    const stock = await shop.stockOf('type-book');
    const order = await shop.ordered(await shop.storeCart({ lines: { 'type-book': 1 } }), newEmail());
    const waiting = await shop.pay(order.id, nonce, order.attributes.amount_due);
    expect(waiting).toMatchObject({ ok: true, value: { attributes: { state: 'unknown' } } });
    const other = await shop.pay(order.id, 'fake-valid-nonce', order.attributes.amount_due);
    expect(other).toMatchObject({ ok: false, error: { code: 'ORDER_BUSY' } });

    shop.advance(10_000);
    await shop.resolve();
    const row = await rowOf(db, 'orders', { id: order.id });
    expect(row.state).toBe(ends);
    const charged = shop.gateway
      .ledger()
      .charges.filter((charge) => charge.order_code === order.attributes.code);
    expect(charged).toHaveLength(charges);
    expect(await shop.stockOf('type-book')).toBe(stock - charges);
  },
);

test('a payment attempt with an unknown outcome is looked up after 5, 10, 20 and then every 30 seconds', async () => {
  const order = await shop.ordered(await shop.storeCart({ lines: { drawing: 1 } }), newEmail());
  await shop.pay(order.id, 'fake-timeout-after-charge-nonce', order.attributes.amount_due);
  const attempt = () => rowOf(db, 'payment_attempts', { order_id: order.id });
  shop.gateway.setOutage(true);
  const pauses: number[] = [];
  for (let check = 0; check < 6; check += 1) {
    const pause = Number((await attempt()).next_check_at) - shop.context.clock.now();
    pauses.push(pause / 1000);
    shop.advance(pause - 1);
    expect(await shop.resolve()).toBe(0);
    shop.advance(1);
    expect(await shop.resolve()).toBe(1);
  }
  expect(pauses).toEqual([5, 10, 20, 30, 30, 30]);
  shop.gateway.setOutage(false);
  shop.advance(30_000);
  await shop.resolve();
  expect(await attempt()).toMatchObject({ state: 'charged', next_check_at: null });
});

test('the payment attempt of a server killed while charging is finished in the background', async () => {
  const order = await shop.ordered(await shop.storeCart({ lines: { drawing: 1 } }), newEmail());
  const died = new Error('killed');
  const { charge } = shop.gateway;
  const deadly = withCardGateway(shop.context, {
    ...shop.gateway,
    async charge(request: Parameters<typeof charge>[0]) {
      await charge(request);
      throw died;
    },
  });
  const body = {
    id: order.id,
    payment_method_nonce: 'fake-valid-nonce',
    expected_total: order.attributes.amount_due,
    device_data: null,
    save_payment_method: false,
    waiver_accepted: true,
    early_start_requested: false,
  };
  await expect(checkOutOrder(deadly, shop.callerFor(order.id), body)).rejects.toBe(died);
  shop.advance(19_999);
  expect(await shop.resolve()).toBe(0);
  shop.advance(1);
  expect(await shop.resolve()).toBe(1);
  const row = await rowOf(db, 'orders', { id: order.id });
  expect(row.state).toBe('paid');
});

test('an outcome that arrives twice, from the gateway and from the background, counts once', async () => {
  const order = await shop.ordered(await shop.storeCart({ lines: { 'voucher-50': 1 } }), newEmail());
  await shop.pay(order.id, 'fake-timeout-after-charge-nonce', 5000);
  const attempt = await rowOf(db, 'payment_attempts', { order_id: order.id });
  const outcome = await shop.gateway.findCharge(attempt.attempt_key);
  const settle = () =>
    completePaymentAttempt(shop.context, { ...attempt, gateway: shop.gateway }, outcome, 'background');
  await Promise.all([settle(), settle(), settle()]);
  const codes = await db
    .selectFrom('gift_codes')
    .innerJoin('order_lines', 'order_lines.id', 'gift_codes.order_line_id')
    .select('code')
    .where('order_id', '=', order.id)
    .execute();
  expect(codes).toHaveLength(1);
  const invoices = await db.selectFrom('invoices').select('id').where('order_id', '=', order.id).execute();
  expect(invoices).toHaveLength(1);
});
