import { describe, expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { products, register, storeGuestCart } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();
let addresses = 0;
const newAddress = () => `frage-${++addresses}@example.org`;

async function fillCart(): Promise<string> {
  return (await storeGuestCart(shop, { [products.course]: 1 })).id;
}

function order(cart: string, email: string | undefined, address?: string) {
  return shop.call(endpoints.createOrder, {
    body: { bundle_cart_unique_id: cart, products: [], ...(email === undefined ? {} : { email }) },
    ...(address === undefined ? {} : { address }),
  });
}

describe('the account check that each order is', () => {
  test('is limited by client address across carts', async () => {
    for (let count = 0; count < 120; count += 1)
      expect((await order(await fillCart(), newAddress(), 'asker')).status).toBe(201);
    const { email } = await register(shop);
    expect((await order(await fillCart(), email, 'asker')).codes).toEqual(['TOO_MANY_ATTEMPTS']);
    expect((await order(await fillCart(), email, 'somebody else')).codes).toEqual(['LOGIN_REQUIRED']);
  });

  test('is limited for an e-mail address that was stored with the cart before', async () => {
    const { email } = await register(shop);
    for (let count = 0; count < 30; count += 1) {
      const cart = await fillCart();
      // Storing the address counts, the order does not count again.
      const body = { id: cart, email, products: [{ product_id: products.course, quantity: 1 }] };
      expect((await shop.call(endpoints.storeGuestCart, { address: 'asking', body })).status).toBe(200);
      expect((await order(cart, undefined, 'asking')).codes).toEqual(['LOGIN_REQUIRED']);
    }
    expect((await order(await fillCart(), email, 'asking')).codes).toEqual(['TOO_MANY_ATTEMPTS']);
    expect((await order(await fillCart(), email, 'owner')).codes).toEqual(['LOGIN_REQUIRED']);
  });
});
