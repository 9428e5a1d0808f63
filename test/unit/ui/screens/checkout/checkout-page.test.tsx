import { expect, test } from 'vitest';
import type { Cart } from '#core/model/cart.ts';
import type { ProductData, ProductKind } from '#core/model/product.ts';
import { createCartItem, withTotals } from '#core/rules/cart.ts';
import { emptyCart } from '#core/rules/empty-cart.ts';
import { cents } from '#core/rules/money.ts';
import { cardsOnly } from '#core/rules/payment.ts';
import { createCartStore } from '#core/storefront/cart/cart-store.ts';
import { createSessionStore } from '#core/storefront/session/session-store.ts';
import { renderInShop } from '#test/support/render-in-shop.tsx';
import { CheckoutPage } from '#ui/screens/checkout/checkout-page.tsx';

function cartOf(kind: ProductKind, changes: Partial<ProductData> = {}): Cart {
  const product: ProductData = {
    kind,
    slug: 'raupen',
    cover: 'raupen',
    product_name: 'Raupen lesen',
    price: cents(3_400),
    monthly_price: null,
    person: { firstname: '', lastname: '' },
    category: { identifier: kind, title: '' },
    max_quantity: null,
    stock: null,
    is_shipped: kind === 'book',
    is_fixed_price: false,
    ...changes,
  };
  return withTotals({ ...emptyCart, products: [createCartItem(kind, product, 2)] });
}

/** The page as the server renders it for a guest: the browser's cart is not known. */
const pageOf = (initialCart: Cart | null) =>
  renderInShop(
    <CheckoutPage
      initialOrder={null}
      initialCart={initialCart}
      addresses={[]}
      country={null}
      completePath={() => ''}
    />,
    {
      locale: 'de',
      route: '/checkout/shop?dialog=address',
      stores: { cart: createCartStore(), session: createSessionStore() },
      payment: { ...cardsOnly, has_wallet_addresses: true, has_fixed_wallet_amounts: true },
    },
  );

const fieldsOf = (markup: string) =>
  [...markup.matchAll(/<(?:input|select)[^>]* id="address-([a-z_]+)"/g)].map(([, name]) => name);

const contact = ['email', 'firstname', 'lastname', 'country'];
const whole = ['salutation', 'company', 'street', 'house_number', 'postal_code', 'city', 'phone'];

test.each([
  ['nothing is known of the cart', null, contact],
  ['nothing is sent', cartOf('course'), contact],
  ['something is sent', cartOf('book'), [...contact, ...whole]],
  ['the invoice needs an address', cartOf('course', { price: cents(12_501) }), [...contact, ...whole]],
])('the form is part of the page when %s', async (_, cart, expected) => {
  expect(fieldsOf(await pageOf(cart)).toSorted()).toEqual(expected.toSorted());
});

test('room for wallets is kept where they may be offered', async () => {
  const isKept = async (cart: Cart | null) => (await pageOf(cart)).includes('Schnell bezahlen');
  expect(await isKept(null)).toBe(true);
  expect(await isKept(cartOf('course'))).toBe(true);
  // Delivery costs may be added to a sum that is approved as it is.
  expect(await isKept(cartOf('book'))).toBe(false);
  expect(await isKept(cartOf('membership'))).toBe(false);
});

test('products are shown at once, sums of a guest only when the cart itself is known', async () => {
  const markup = await pageOf(cartOf('book'));
  expect(markup).toContain('2 × Raupen lesen');
  expect(markup).not.toContain('Gesamt');
});
