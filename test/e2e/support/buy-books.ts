import type { APIRequestContext } from '@playwright/test';
import { post } from './new-operator.ts';
import { freshEmail } from './shopper.ts';

/** Two books, bought as a guest; the code of the order. */
export async function buyBooks(request: APIRequestContext): Promise<string> {
  return (await orderBooks(request)).code;
}

/** Two books for 56 euros and the shipping, paid by card, or to be paid by bank transfer. `due` is in cents. */
export async function orderBooks(
  request: APIRequestContext,
  {
    isTransfer = false,
    language = 'de',
  }: { readonly isTransfer?: boolean; readonly language?: 'de' | 'en' } = {},
): Promise<{ readonly code: string; readonly email: string; readonly due: number }> {
  const spoken = { 'X-App-Language': language };
  const books = { product_id: 'book-das-buch-vom-messen', quantity: 2 };
  const { bundle_cart_unique_id: id } = await post(request, 'cart/bundles', { products: [books] }, spoken);
  const email = freshEmail('buecher');
  const address = {
    ...{ salutation: 'mr', firstname: 'Karl', lastname: 'Lindner', company: null, phone: null },
    ...{ street: 'Torstraße', house_number: '7b', postal_code: '10119', city: 'Berlin', country: 'DE' },
  };
  await post(request, 'cart/shipping_address', { id, email, ...address }, spoken);
  const ordered = { email, bundle_cart_unique_id: id, products: [] };
  const order = await post(request, 'cart/order', ordered, spoken);
  const token = { ...spoken, 'X-Order-Token': order.meta.order_token };
  const verified = await post(request, 'cart/verify', { id: order.data.id }, token);
  const { code, amount_due: due } = order.data.attributes;
  const payment = {
    id: order.data.id,
    payment_method_nonce: isTransfer ? verified.transfer_nonce : 'fake-valid-nonce',
    expected_total: due,
    waiver_accepted: true,
  };
  await post(request, 'cart/checkout', payment, token);
  return { code, email, due };
}
