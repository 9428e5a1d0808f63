import type { APIRequestContext } from '@playwright/test';
import { post } from './new-operator.ts';

/** Two books, bought as a guest; the code of the order. */
export async function buyBooks(request: APIRequestContext): Promise<string> {
  const books = { product_id: 'book-das-buch-vom-messen', quantity: 2 };
  const { bundle_cart_unique_id: id } = await post(request, 'cart/bundles', { products: [books] });
  const email = `buecher-${process.hrtime.bigint()}@meisterhand.example`;
  const address = {
    ...{ salutation: 'mr', firstname: 'Karl', lastname: 'Lindner', company: null, phone: null },
    ...{ street: 'Torstraße', house_number: '7b', postal_code: '10119', city: 'Berlin', country: 'DE' },
  };
  await post(request, 'cart/shipping_address', { id, email, ...address });
  const order = await post(request, 'cart/order', { email, bundle_cart_unique_id: id, products: [] });
  const token = { 'X-Order-Token': order.meta.order_token };
  await post(request, 'cart/verify', { id: order.data.id }, token);
  const payment = {
    id: order.data.id,
    payment_method_nonce: 'fake-valid-nonce',
    expected_total: order.data.attributes.amount_due,
    waiver_accepted: true,
  };
  await post(request, 'cart/checkout', payment, token);
  return order.data.attributes.code;
}
