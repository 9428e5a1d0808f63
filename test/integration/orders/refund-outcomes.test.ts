import { beforeAll, expect, test } from 'vitest';
import { cents } from '#core/rules/basics/money.ts';
import type { RefundOutcome } from '#ports/payment-gateway.ts';
import { retryRefund, settleRefunds } from '#server/payments/settle-refunds.ts';
import { createRightsShop, sellEveryKind } from '#test/integration/consumer-rights/consumer-rights-shop.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { withCardGateway } from '#test/integration/support/gateways.ts';
import { changeRows, rowOf } from '#test/integration/support/rows.ts';

const { db } = await openTestDatabase();
const shop = createRightsShop(db);

beforeAll(() => sellEveryKind(db));

test('a refund with an unknown outcome is checked after 5, 10, 20 … seconds, with pauses of at most ten minutes', async () => {
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
  expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 320, 600, 600]);
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
  shop.advance(6_000);
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

test('a refund is with one server for 15 seconds, and what its gateway says too late changes nothing', async () => {
  const decided = async () => {
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
      async say(outcome: RefundOutcome) {
        stop.abort();
        answer.resolve(outcome);
        await slow;
      },
    };
  };
  await shop.settle();
  const paid = await decided();
  shop.advance(14_999);
  expect(await shop.settle(), 'refunds that another server takes within the 15 seconds').toBe(0);
  shop.advance(1);
  expect(await shop.settle(), 'refunds that another server takes after them').toBe(1);
  await paid.say({ outcome: 'refused' });
  expect(await shop.refundsOf(paid.order.id)).toMatchObject([{ state: 'refunded' }]);

  const retried = await decided();
  const [{ refund_key = '' } = {}] = await shop.refundsOf(retried.order.id);
  shop.advance(15_000);
  const refused = { ...shop.gateway, refund: async () => ({ outcome: 'refused' as const }) };
  await settleRefunds(withCardGateway(shop.context, refused));
  expect(shop.surprises.splice(0)).toMatchObject([{ event: 'refund_refused' }]);
  expect(await retryRefund(shop.context, refund_key)).toEqual({ ok: true, value: 'asked_again' });
  await retried.say({ outcome: 'refused' });
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
  const again = await shop.refund({ order_id: order.id, lines: 'all', includes_shipping: false });
  expect(again.ok).toBe(false);
});
