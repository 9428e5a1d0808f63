import { berlin } from './shoppers.ts';

/** Returns functions that order as guests through the API of a shop in another process. */
export function createGuestOrders(url: string) {
  async function call(method: string, path: string, body: object, orderToken = '') {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', 'X-App-Language': 'en', 'X-Order-Token': orderToken },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: await response.json() };
  }

  return {
    call,
    /** Orders a course for 89.00 EUR as a guest, and returns how it is paid. */
    async order(email: string) {
      const products = [{ product_id: 'course-albrecht-duerer', quantity: 1 }];
      const { body: cart } = await call('POST', '/cart/bundles', { products });
      const id = cart.bundle_cart_unique_id;
      await call('PATCH', '/cart/shipping_address', { id, email, ...berlin });
      const { body: ordered } = await call('POST', '/cart/order', { bundle_cart_unique_id: id, email });
      if (ordered.meta === undefined) throw new Error(`Not ordered: ${JSON.stringify(ordered)}`);
      const token = ordered.meta.order_token;
      return {
        code: ordered.data.attributes.code,
        token,
        id: ordered.data.id,
        verify: () => call('POST', '/cart/verify', { id: ordered.data.id }, token),
        pay(payment_method_nonce: string | null) {
          const expected_total = 8_900;
          const consent = { waiver_accepted: true, early_start_requested: true };
          const body = { id: ordered.data.id, payment_method_nonce, expected_total, ...consent };
          return call('POST', '/cart/checkout', body, token);
        },
      };
    },
  };
}
