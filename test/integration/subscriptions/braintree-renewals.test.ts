import { afterAll, beforeEach, expect, test } from 'vitest';
import { createBraintreeGateway } from '#adapters/payments/braintree/server/braintree-gateway.ts';
import { addDays } from '#core/rules/basics/calendar.ts';
import { changePaymentMethod } from '#server/subscriptions/change-payment-method.ts';
import type { SubscriptionRow } from '#server/subscriptions/subscription-rows.ts';
import {
  type Instrument,
  makeNonce,
  passedThreeDSecure,
  testCard,
} from '#test/braintree-gateway/gateway-state.ts';
import { startGateway } from '#test/braintree-gateway/start-gateway.ts';
import { braintreeAccount } from '#test/integration/support/braintree-world.ts';
import { withCardGateway } from '#test/integration/support/gateways.ts';
import { rowOf } from '#test/integration/support/rows.ts';
import { dueOf, openSubscriptionShop, prices } from './subscription-shop.ts';

// Tests of subscriptions with Braintree as the provider: the vendor's SDK and a simulated gateway.

const shop = await openSubscriptionShop();
const provider = await startGateway();
const { state } = provider;
afterAll(() => provider.stop());

Object.assign(
  shop.context,
  withCardGateway(
    shop.context,
    createBraintreeGateway({
      account: braintreeAccount(state, { gatewayUrl: provider.url }),
      clock: shop.context.clock,
      log: shop.context.log,
    }),
  ),
);

beforeEach(() => state.faults.clear());

const nonce = (changes: Partial<Instrument> = {}) =>
  makeNonce(state, { instrument: testCard(changes), three_d_secure: passedThreeDSecure }).nonce;
/** Returns the Braintree transactions of the customer for whom the subscription's card is stored. */
const sales = ({ order_id }: SubscriptionRow) =>
  [...state.transactions.values()]
    .filter(({ customer_id }) => customer_id === order_id)
    .map(({ amount, source, status }) => ({ amount, source, status }));

const paid = { amount: prices.subscription, status: 'submitted_for_settlement' };

test('a subscription is renewed with the card that its first order stored, for the Braintree customer of that order', async () => {
  const bought = await shop.buy('subscription', { nonce: nonce() });
  await shop.goTo(dueOf(bought));
  expect(await shop.subscription(bought.id)).toMatchObject({ status: 'active', paid_periods: 2 });
  expect(sales(bought)).toEqual([
    { ...paid, source: 'recurring_first' },
    { ...paid, source: 'recurring' },
  ]);
});

test('a renewal whose response is lost is found at the provider, and charged once', async () => {
  const bought = await shop.buy('subscription', { nonce: nonce() });
  // The response of every sale is lost, because subscriptions of other tests may be due on the same day.
  state.faults.order({ operation: 'server.transactions.create', fault: { kind: 'lost' }, times: 100 });
  await shop.goTo(dueOf(bought));
  expect(await shop.subscription(bought.id)).toMatchObject({ paid_periods: 1 });
  state.faults.clear();
  shop.advance(10_000);
  await shop.resolve();
  expect(await shop.subscription(bought.id)).toMatchObject({ status: 'active', paid_periods: 2 });
  expect(sales(bought)).toHaveLength(2);
});

test('after a first charge whose response is lost the subscription has its card', async () => {
  const order = await shop.ordered(await shop.storeCart({ lines: { monthly: 1 } }));
  state.faults.order({ operation: 'server.transactions.create', fault: { kind: 'lost' } });
  await shop.pay(order.id, nonce(), prices.subscription);
  shop.advance(10_000);
  await shop.resolve();
  const subscription = await rowOf(shop.db, 'subscriptions', { order_id: order.id });
  await shop.goTo(dueOf(subscription));
  expect(await shop.subscription(subscription.id)).toMatchObject({ status: 'active', paid_periods: 2 });
});

test('a subscription with a refused renewal is past due until another card is stored, which is charged at once', async () => {
  const bought = await shop.buy('subscription', { nonce: nonce({ behaviour: 'declined_when_stored' }) });
  await shop.goTo(dueOf(bought));
  expect(await shop.subscription(bought.id)).toMatchObject({ status: 'past_due', failures: 1 });
  await shop.goTo(addDays(dueOf(bought), 1));
  const change = (payment_method_nonce: string) =>
    changePaymentMethod(shop.context, shop.ownerOf(bought), bought.id, {
      payment_method_nonce,
      device_data: null,
    });
  const unverified = makeNonce(state, { instrument: testCard() }).nonce;
  expect(await change(unverified)).toMatchObject({ ok: false, error: { code: 'PAYMENT_DECLINED' } });
  expect(await change(nonce())).toMatchObject({ ok: true, value: { isPending: false } });
  expect(await shop.subscription(bought.id)).toMatchObject({ status: 'active', paid_periods: 2 });
  expect(sales(bought).map(({ status }) => status)).toEqual([
    'submitted_for_settlement',
    'processor_declined',
    'submitted_for_settlement',
  ]);
});

test('a free first period stores the card without a sale', async () => {
  const bought = await shop.buy('subscription', { nonce: nonce(), coupon: 'FREE', due: 0 });
  expect(sales(bought)).toEqual([]);
  await shop.goTo(dueOf(bought));
  expect(sales(bought)).toEqual([{ ...paid, source: 'recurring' }]);
});
