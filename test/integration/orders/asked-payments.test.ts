import { expect, test } from 'vitest';
import type { CardGateway } from '#ports/payment-gateway.ts';
import { continuePayment } from '#server/orders/check-out-order.ts';
import { receivePaymentNotice } from '#server/payments/receive-payment-notice.ts';
import { withCardGateway } from '#test/integration/support/gateways.ts';
import { rowOf } from '#test/integration/support/rows.ts';
import { openActionShop, stateOf } from './action-shop.ts';

const { db, shop, waitingOrder, work, orderState } = await openActionShop();

/** An order that waits for its buyer, and how often the provider was asked about it by calls. */
async function counted() {
  const order = await waitingOrder();
  let asked = 0;
  const findCharge: CardGateway['findCharge'] = (...about) => {
    asked += 1;
    return shop.gateway.findCharge(...about);
  };
  const context = withCardGateway(shop.context, { ...shop.gateway, findCharge });
  const step = (which: 'check' | 'return' | 'cancel') =>
    continuePayment(context, shop.callerFor(order.id), { id: order.id, step: which });
  return { order, step, asked: () => asked };
}

test('checks one after the other and at once ask the provider once in three seconds', async () => {
  const { step, asked } = await counted();
  const states = await Promise.all(Array.from({ length: 10 }, () => step('check')));
  expect(new Set(states.map(stateOf))).toEqual(new Set(['awaiting_action']));
  shop.advance(2_999);
  await step('check');
  expect(asked()).toBe(1);
  shop.advance(1);
  for (let count = 0; count < 5; count += 1) await step('check');
  expect(asked()).toBe(2);
});

test('a check that returned what is stored has the job ask within three seconds', async () => {
  const { order, step } = await counted();
  await step('check');
  await shop.gateway.act(order.key, 'approve');
  expect(stateOf(await step('check'))).toBe('awaiting_action');
  shop.advance(3_000);
  await work();
  expect(await orderState(order)).toBe('paid');
});

test('a buyer who comes back from the action, or calls it off, is answered by the provider', async () => {
  const back = await counted();
  await back.step('check');
  await shop.gateway.act(back.order.key, 'approve');
  expect(stateOf(await back.step('return'))).toBe('paid');
  const away = await counted();
  await away.step('check');
  expect(stateOf(await away.step('cancel'))).toBe('verified');
});

test('after a notice a check asks the provider', async () => {
  const { order, step } = await counted();
  await step('check');
  await shop.gateway.act(order.key, 'approve');
  const { transaction_id } = await rowOf(db, 'payment_attempts', { order_id: order.id });
  await receivePaymentNotice(shop.context, 'sandbox', {
    kind: 'ask_again',
    transaction_id: transaction_id ?? '',
  });
  expect(stateOf(await step('check'))).toBe('paid');
});
