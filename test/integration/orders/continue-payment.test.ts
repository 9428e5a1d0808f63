import { expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { berlin, products, storeGuestCart } from '#test/integration/support/shoppers.ts';
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
