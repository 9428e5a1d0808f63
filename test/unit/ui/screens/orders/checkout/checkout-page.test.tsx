import { expect, test } from 'vitest';
import type { SavedAddress } from '#core/model/address.ts';
import type { Cart } from '#core/model/cart.ts';
import type { ProductData, ProductKind } from '#core/model/product.ts';
import { cents } from '#core/rules/basics/money.ts';
import { createCartItem, toProductData, withTotals } from '#core/rules/carts/apply-cart-action.ts';
import { emptyCart } from '#core/rules/carts/empty-cart.ts';
import { cardsOnly } from '#core/rules/payments/payment-rules.ts';
import { createCartStore } from '#core/storefront/kernel/cart-store.ts';
import { createSessionStore, type SessionState } from '#core/storefront/kernel/session-store.ts';
import { renderInShop } from '#test/support/render-in-shop.tsx';
import { cardOf } from '#test/support/test-browser.ts';
import { vienna } from '#test/support/vienna.ts';
import { learner } from '#test/unit/core/storefront/people.ts';
import { CheckoutPage } from '#ui/screens/orders/checkout/checkout-page.tsx';

function cartOf(kind: ProductKind, changes: Partial<ProductData> = {}): Cart {
  const known = { ...toProductData(cardOf('raupen-lesen')), is_fixed_price: false };
  const product: ProductData = {
    ...known,
    ...{ kind, price: cents(3_400), is_shipped: kind === 'book', ...changes },
  };
  return withTotals({ ...emptyCart, products: [createCartItem(kind, product, 2)] });
}

const id = '018f0000-0000-7000-8000-000000000001';
const home: SavedAddress = { ...vienna, id, is_default_shipping: true, is_default_billing: false };

interface Known {
  readonly addresses?: readonly SavedAddress[];
  readonly session?: SessionState;
}

/** The page as the server renders it: the browser's cart is not known. */
const pageOf = (initialCart: Cart | null, { addresses = [], session = { status: 'guest' } }: Known = {}) =>
  renderInShop(
    <CheckoutPage
      initialOrder={null}
      initialCart={initialCart}
      addresses={addresses}
      country={null}
      completePath={() => ''}
    />,
    {
      locale: 'de',
      route: '/checkout/shop?dialog=address',
      stores: { cart: createCartStore(), session: createSessionStore(session) },
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

test.each([
  ['nothing is known of the cart', null, true],
  ['nothing is sent', cartOf('course'), false],
  ['something is sent', cartOf('book'), true],
])('the first step says to whom and where the shop sells: %s', async (_, cart, isSent) => {
  const markup = await pageOf(cart);
  expect(markup).toContain('Zahlungsarten: Karte');
  expect(markup).toContain('an Verbraucherinnen und Verbraucher, nicht an Unternehmen');
  expect(markup.includes('Waren liefern wir nach: Deutschland')).toBe(isSent);
});

test('space for wallets is reserved if they may be offered', async () => {
  const isReserved = async (cart: Cart | null) => (await pageOf(cart)).includes('Schnell bezahlen');
  expect(await isReserved(null)).toBe(true);
  expect(await isReserved(cartOf('course'))).toBe(true);
  // Delivery costs may be added, but a wallet approves a fixed sum.
  expect(await isReserved(cartOf('book'))).toBe(false);
  expect(await isReserved(cartOf('membership'))).toBe(false);
});

test('products are rendered on the server, sums of a guest only in the browser', async () => {
  const markup = await pageOf(cartOf('book'));
  expect(markup).toContain('2 × Raupen lesen');
  expect(markup).not.toContain('Gesamt');
});

test('sums and saved addresses of a learner are rendered on the server', async () => {
  const session = { status: 'logged_in', learner } as const;
  const markup = await pageOf(cartOf('book'), { addresses: [home], session });
  expect(fieldsOf(markup)).toEqual([]);
  expect(markup).toContain('Ringstraße 14');
  expect(markup).toContain('Gesamt');
});
