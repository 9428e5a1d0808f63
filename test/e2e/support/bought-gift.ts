import type { APIRequestContext } from '@playwright/test';

interface Answer {
  // biome-ignore lint/suspicious/noExplicitAny: several endpoints; a missing field fails the test.
  readonly body: any;
}

/** Buys a gift through the API as a guest; returns the gift code. */
export async function buyGiftCode(request: APIRequestContext, productId: string): Promise<string> {
  let orderToken = '';
  async function post(path: string, data: object): Promise<Answer> {
    const answer = await request.post(`/api/${path}`, { data, headers: { 'X-Order-Token': orderToken } });
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
    return { body: await answer.json() };
  }
  const cart = await post('cart/bundles', { products: [{ product_id: productId, quantity: 1 }] });
  const id = cart.body.bundle_cart_unique_id;
  const email = `schenkt-${id.toLowerCase().replace(/[^a-z0-9]/g, '')}@meisterhand.example`;
  const order = await post('cart/order', { email, bundle_cart_unique_id: id, products: [] });
  orderToken = order.body.meta.order_token;
  await post('cart/verify', { id: order.body.data.id });
  const paid = await post('cart/checkout', {
    id: order.body.data.id,
    payment_method_nonce: 'fake-valid-nonce',
    expected_total: order.body.data.attributes.amount_due,
    waiver_accepted: true,
  });
  return paid.body.data.attributes.products[0].code;
}
