import { expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import {
  berlin,
  fillOwnCart,
  products,
  register,
  storeGuestCart,
} from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();

test('a guest gets the action with the order, continues after it, and is the only one who may', async () => {
  const guest = await storeGuestCart(shop, { [products.book]: 1 });
  const email = 'karla@actions.example';
  await shop.call(endpoints.setShippingAddress, { body: { id: guest.id, email, ...berlin } });
  const ordered = await shop.call(endpoints.createOrder, {
    body: { bundle_cart_unique_id: guest.id, email },
  });
  const id = ordered.value?.data.id ?? '';
  const orderToken = ordered.value?.meta?.order_token ?? '';
  const { amount_due: expected_total = -1, code } = ordered.value?.data.attributes ?? {};
  const waiting = await shop.call(endpoints.checkOutOrder, {
    orderToken,
    body: { id, payment_method_nonce: 'fake-in-page-action-nonce', expected_total },
  });
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

test('a learner who gives up the payment of two of the last three pieces is counted, by account and as a network that held stock', async () => {
  await shop.db.updateTable('products').set({ stock: 3 }).where('id', '=', products.book).execute();
  const me = await register(shop);
  const { access: bearer } = me;
  const cart = (await fillOwnCart(shop, me, { [products.book]: 2 })).bundle_cart_unique_id ?? '';
  await shop.call(endpoints.setShippingAddress, { bearer, body: { id: cart, ...berlin } });
  const ordered = await shop.call(endpoints.createOrder, { bearer, body: { bundle_cart_unique_id: cart } });
  const id = ordered.value?.data.id ?? '';
  const { amount_due: expected_total = -1 } = ordered.value?.data.attributes ?? {};
  const waiting = await shop.call(endpoints.checkOutOrder, {
    bearer,
    body: { id, payment_method_nonce: 'fake-in-page-action-nonce', expected_total },
  });
  expect(waiting.value?.data.attributes.state).toBe('awaiting_action');
  const counted = async () => {
    const rows = await shop.db.selectFrom('rate_limits').select(['key', 'hits']).execute();
    const scopes = ['declined_payment_account', 'held_stock'];
    return scopes.map((scope) => rows.find(({ key }) => key.startsWith(`${scope}:`))?.hits ?? 0);
  };
  expect(await counted()).toEqual([0, 0]);
  const ended = await shop.call(endpoints.continuePayment, {
    bearer,
    params: { id },
    body: { step: 'cancel' },
  });
  expect(ended.value?.data.attributes.state).toBe('verified');
  expect(await counted()).toEqual([1, 1]);
});
