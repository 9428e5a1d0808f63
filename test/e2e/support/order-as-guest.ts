import type { APIRequestContext } from '@playwright/test';
import { post } from './post.ts';

interface GuestOrder {
  readonly email: string;
  /** Quantities by product id. */
  readonly products: Readonly<Record<string, number>>;
  readonly language?: 'de' | 'en';
  /** The shipping address, in the fields of the API. */
  readonly address?: object;
  /** Whether the order is to be paid by bank transfer; by default it is paid by card. */
  readonly isTransfer?: boolean;
}

/** Orders products as a guest through the API. `due` is in cents; `products` are those of the order. */
export async function orderAsGuest(
  request: APIRequestContext,
  { email, products, language = 'de', address, isTransfer = false }: GuestOrder,
) {
  const headers = { 'X-App-Language': language };
  const lines = Object.entries(products).map(([product_id, quantity]) => ({ product_id, quantity }));
  const { bundle_cart_unique_id: id } = await post(request, 'cart/bundles', { products: lines }, headers);
  if (address !== undefined) await post(request, 'cart/shipping_address', { id, email, ...address }, headers);
  const cart = { email, bundle_cart_unique_id: id, products: [] };
  const order = await post(request, 'cart/order', cart, headers);
  const token = { ...headers, 'X-Order-Token': order.meta.order_token };
  const verified = await post(request, 'cart/verify', { id: order.data.id }, token);
  const { code, amount_due: due } = order.data.attributes;
  const payment = {
    id: order.data.id,
    payment_method_nonce: isTransfer ? verified.transfer_nonce : 'fake-valid-nonce',
    expected_total: due,
    waiver_accepted: true,
  };
  const ordered = await post(request, 'cart/checkout', payment, token);
  return { code, due, products: ordered.data.attributes.products };
}
