import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { checkOutOrder, verifyOrder } from '#server/orders/check-out-order.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { rowsOf } from '#test/integration/support/rows.ts';
import { createMemoryPaymentGateway } from '#test/support/memory-payment-gateway.ts';
import { bankTransfer, createOrderShop, paymentOf, sellProduct } from './order-shop.ts';

const { db } = await openTestDatabase();
const shop = createOrderShop(db, { bankTransfer });
await sellProduct(db, { id: 'course', kind: 'course', price: 8_900 });

const acme = { ...createMemoryPaymentGateway(), name: 'acme_pay', identity: 'acme_pay/first' };
const [first, transfers] = shop.context.gateways;
if (first === undefined || transfers === undefined) throw new Error('The shop has two gateways');

/** The context of a shop with two providers for cards, and transfers. */
const both: OrderContext = { ...shop.context, gateways: [acme, first, transfers] };

async function openOrder() {
  const order = await shop.ordered(await shop.storeCart({ lines: { course: 1 } }));
  const pay = (provider?: string, nonce = `fake-valid-nonce#${randomUUID()}`) =>
    checkOutOrder(both, shop.callerFor(order.id), {
      ...paymentOf(order.id, nonce, order.attributes.amount_due),
      ...(provider === undefined ? {} : { provider }),
    });
  const providers = async () => {
    const rows = await rowsOf(db, 'payment_attempts', { order_id: order.id }, '*', 'started_at');
    return rows.map(({ provider, state }) => `${provider} ${state}`);
  };
  return { ...order, pay, providers };
}

test('each provider gives a client token, in the order of the shop; the first one is the default', async () => {
  const order = await openOrder();
  const verified = await verifyOrder(both, shop.callerFor(order.id), order.id);
  expect(verified).toMatchObject({
    value: { provider: 'acme_pay', providers: [{ name: 'acme_pay' }, { name: first.name }] },
  });
  const away = { ...acme, createClientToken: async () => null };
  const context = { ...both, gateways: [away, first] };
  const onlySecond = await verifyOrder(context, shop.callerFor(order.id), order.id);
  expect(onlySecond).toMatchObject({
    value: {
      client_token: null,
      providers: [
        { name: 'acme_pay', client_token: null },
        { name: first.name, client_token: expect.any(String) },
      ],
    },
  });
});

test('a nonce is charged by its provider, whose declined card leaves the other one usable', async () => {
  const order = await openOrder();
  expect(await order.pay('acme_pay', 'fake-processor-declined-visa-nonce')).toMatchObject({
    error: { code: 'PAYMENT_DECLINED' },
  });
  expect(await order.pay(first.name)).toMatchObject({ value: { attributes: { state: 'paid' } } });
  expect(await order.providers()).toEqual(['acme_pay/first declined', `${first.identity} charged`]);
  const byDefault = await openOrder();
  expect(await byDefault.pay()).toMatchObject({ value: { attributes: { state: 'paid' } } });
  expect(await byDefault.providers()).toEqual(['acme_pay/first charged']);
});

test('a provider that is inactive, or does not accept the nonce, is refused before anything is charged', async () => {
  const order = await openOrder();
  const refused = { error: { code: 'PAYMENT_PROVIDER_INACTIVE', pointer: '/provider' } };
  expect(await order.pay('other_pay')).toMatchObject(refused);
  expect(await order.pay(transfers.name)).toMatchObject(refused);
  const verified = await verifyOrder(both, shop.callerFor(order.id), order.id);
  if (!verified.ok || verified.value.transfer_nonce === null) throw new Error('Transfers are offered');
  expect(await order.pay('acme_pay', verified.value.transfer_nonce)).toMatchObject(refused);
  expect(await order.providers()).toEqual([]);
  expect(await order.pay(transfers.name, verified.value.transfer_nonce)).toMatchObject({
    value: { attributes: { state: 'awaiting_payment' } },
  });
});
