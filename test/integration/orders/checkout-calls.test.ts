import { expect, test, vi } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { openWallets } from '#server/orders/check-out-order.ts';
import { orderAsGuest } from '#test/integration/support/guest-purchase.ts';
import { changeRows, rowsOf } from '#test/integration/support/rows.ts';
import {
  berlin,
  fillOwnCart,
  orderAs,
  payOrder,
  placeOrder,
  products,
  register,
  storeGuestCart,
} from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import { createMemoryPaymentGateway } from '#test/support/memory-payment-gateway.ts';

const shop = await openTestShop();

test('a guest gets the payment action with the order, and nobody else can continue it', async () => {
  const order = await orderAsGuest(shop, { [products.book]: 1 });
  const { id, code, token: orderToken } = order;
  const waiting = await payOrder(shop, order, 'fake-in-page-action-nonce');
  const payment_action = {
    provider: 'sandbox',
    action: { kind: 'in_page', data: expect.stringMatching(/./) },
  };
  const attributes = { state: 'awaiting_action', completed_at: null, payment_action };
  expect([waiting.status, waiting.value]).toMatchObject([202, { data: { attributes } }]);
  const read = await shop.call(endpoints.getOrder, { params: { id }, orderToken });
  expect(read.value).toMatchObject({ data: { attributes } });

  const ask = (step: 'check' | 'return' | 'cancel', token?: string) =>
    shop.call(endpoints.continuePayment, {
      params: { id },
      body: { step },
      ...(token === undefined ? {} : { orderToken: token }),
    });
  for (const step of ['check', 'cancel'] as const) expect((await ask(step)).codes).toEqual(['NOT_FOUND']);
  const asked = await ask('check', orderToken);
  expect([asked.status, asked.value]).toMatchObject([200, { data: { attributes } }]);
  await shop.gateway.act(`${code}-1`, 'approve');
  const paid = await ask('return', orderToken);
  expect(paid.value?.data.attributes).toMatchObject({ state: 'paid' });
  expect(paid.value?.data.attributes).not.toHaveProperty('payment_action');
});

test('a cancelled payment that held two of the last three pieces counts for the account and for the network', async () => {
  await changeRows(shop.db, 'products', { id: products.book }, { stock: 3 });
  const order = await orderAs(shop, await register(shop), { [products.book]: 2 });
  const waiting = await payOrder(shop, order, 'fake-in-page-action-nonce');
  expect(waiting.value?.data.attributes.state).toBe('awaiting_action');
  const counted = async () => {
    const rows = await rowsOf(shop.db, 'rate_limits', {}, ['key', 'hits']);
    const scopes = ['declined_payment_account', 'held_stock'];
    return scopes.map((scope) => rows.find(({ key }) => key.startsWith(`${scope}:`))?.hits ?? 0);
  };
  expect(await counted()).toEqual([0, 0]);
  const params = { id: order.id };
  const ended = await shop.call(endpoints.continuePayment, {
    ...order.proof,
    params,
    body: { step: 'cancel' },
  });
  expect(ended.value?.data.attributes.state).toBe('verified');
  expect(await counted()).toEqual([1, 1]);
});

const open = (bundle_cart_unique_id: string, bearer?: string) =>
  shop.call(endpoints.openWallets, {
    body: { bundle_cart_unique_id },
    ...(bearer === undefined ? {} : { bearer }),
  });

test('a guest opens the wallets before the address, then sets the address, orders and pays', async () => {
  const guest = await storeGuestCart(shop, { [products.book]: 1 });
  const opened = await open(guest.id);
  expect(opened.value).toMatchObject({ provider: 'sandbox', client_token: expect.stringMatching(/./) });
  const email = 'karla@wallets.example';
  await shop.call(endpoints.setShippingAddress, { body: { id: guest.id, email, ...berlin } });
  const order = await placeOrder(shop, { body: { bundle_cart_unique_id: guest.id, email } });
  expect((await payOrder(shop, order)).value?.data.attributes.state).toBe('paid');
});

test('wallets open at the provider that is named, and at none that is not active', async () => {
  const { id } = await storeGuestCart(shop, { [products.course]: 1 });
  const named = (provider: string) =>
    shop.call(endpoints.openWallets, { body: { bundle_cart_unique_id: id, provider } });
  expect((await named('other_pay')).codes).toEqual(['PAYMENT_PROVIDER_INACTIVE']);
  expect((await named('sandbox')).value).toMatchObject({ provider: 'sandbox' });
  const acme = { ...createMemoryPaymentGateway(), name: 'acme_pay', identity: 'acme_pay/first' };
  const both = { ...shop.context, gateways: [...shop.context.gateways, acme] };
  const nobody = { user: null, operator: null, orderToken: null } as const;
  const caller = { ...nobody, locale: 'en', address: '203.0.113.9', device: '' } as const;
  const opened = await openWallets(both, caller, { bundle_cart_unique_id: id, provider: 'acme_pay' });
  expect(opened).toMatchObject({ ok: true, value: { provider: 'acme_pay' } });
});

test('wallets open for filled carts of the caller only, and not while the provider is out of reach', async () => {
  const [ada, bea] = [await register(shop), await register(shop)];
  const cart = (await fillOwnCart(shop, ada, { [products.course]: 1 })).bundle_cart_unique_id ?? '';
  expect((await open(cart, ada.access)).status).toBe(200);
  for (const stranger of [bea.access, undefined])
    expect((await open(cart, stranger)).codes).toEqual(['NOT_FOUND']);
  shop.gateway.setOutage(true);
  const away = await open(cart, ada.access);
  shop.gateway.setOutage(false);
  expect([away.status, away.codes]).toEqual([503, ['PAYMENT_UNAVAILABLE']]);
  expect(Number(away.headers.get('Retry-After'))).toBeGreaterThan(0);
  await shop.call(endpoints.updateCart, {
    bearer: ada.access,
    body: { action: 'delete', products: [{ product_id: products.course, quantity: 1 }] },
  });
  expect((await open(cart, ada.access)).codes).toEqual(['CART_EMPTY']);
});

test('a client token is requested with order, amount due and customer', async () => {
  const asked = vi.spyOn(shop.gateway, 'createClientToken');
  const ada = await register(shop);
  const cart = await fillOwnCart(shop, ada, { [products.course]: 1 });
  const bundle_cart_unique_id = cart.bundle_cart_unique_id ?? '';
  await open(bundle_cart_unique_id, ada.access);
  const body = { bundle_cart_unique_id, email: ada.email };
  const { id, code, due } = await placeOrder(shop, { bearer: ada.access, body });
  await shop.call(endpoints.verifyOrder, { bearer: ada.access, body: { id } });
  expect(due).toBeGreaterThan(0);
  const always = { amount: due, currency: 'EUR', customer: { id: expect.any(String) } };
  expect(asked.mock.calls).toEqual([
    [{ ...always, order: null }],
    [{ ...always, order: { code, email: ada.email, begins_series: false } }],
  ]);
});
