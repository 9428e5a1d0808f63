import { expect, test } from 'vitest';
import type { Cart } from '#core/model/cart.ts';
import { createCartItem, toProductData } from '#core/rules/carts/apply-cart-action.ts';
import { emptyCart } from '#core/rules/carts/empty-cart.ts';
import { createStores } from '#core/storefront/kernel/stores.ts';
import { toBundleOffer } from '#test/arbitraries/arbitrary-coupon.ts';
import { memoryShopFacts } from '#test/support/memory-shop-facts.ts';
import { renderInShop } from '#test/support/render-in-shop.tsx';
import { cardOf, guestState } from '#test/support/test-browser.ts';
import { BundleOffers, CartBundleOffers } from '#ui/components/carts/bundle-offer.tsx';
import { GiftForm } from '#ui/components/gifts/gift-form.tsx';
import { SharedCart } from '#ui/screens/carts/cart/shared-cart.tsx';
import { WishListItems } from '#ui/screens/carts/wish-list/wish-list-items.tsx';
import { CompanionBooks } from '#ui/screens/catalogue/course/course-sections.tsx';

const safety = {
  manufacturer: { name: 'Druckhaus', address: 'Gasse 1, Leipzig', email: 'druck@example.org' },
  warnings: ['Not for children under three.'],
};
type Goods = readonly ReturnType<typeof cardOf>[];

const delivery_time = 'two to four working days';
const facts = { ...memoryShopFacts.shop, delivery_time };
const englishPage = (stores = createStores(guestState)) => ({ locale: 'en', facts, stores }) as const;

test('a book on the page of its course shows delivery, shipping, manufacturer and warnings', async () => {
  const books = [{ ...cardOf('raupen-lesen'), safety }];
  const render = (shown: typeof books | ReturnType<typeof cardOf>[]) =>
    renderInShop(<CompanionBooks books={shown} />, englishPage());
  const html = await render(books);
  const parts = [
    delivery_time,
    'Delivery costs',
    'Austria 4,99',
    'Druckhaus',
    'Gasse 1, Leipzig',
    'mailto:druck@example.org',
  ];
  for (const part of [...parts, ...safety.warnings]) expect(html).toContain(part);
  expect(await render([{ ...cardOf('raupen-lesen') }])).not.toContain('Druckhaus');
});

test.each([
  [
    'of a shared cart',
    (products: Goods) => (
      <SharedCart gone={0} plans={[]} items={products.map((product) => ({ product, quantity: 1 }))} />
    ),
  ],
  [
    'of the wish list',
    (products: Goods) => (
      <WishListItems page={{ items: products, total: products.length, number: 1, size: 24 }} />
    ),
  ],
])('goods on the page %s show the same, other products nothing', async (_, pageOf) => {
  const [book, other] = [cardOf('raupen-lesen'), cardOf('clara-schumann')];
  const render = (products: Goods) => renderInShop(pageOf(products), englishPage());
  const html = await render([{ ...book, safety }, other]);
  expect(html).toMatch(/Add|Put everything/);
  for (const part of [delivery_time, 'Druckhaus', 'mailto:druck@example.org', ...safety.warnings])
    expect(html).toContain(part);
  expect(html).toContain('incl. VAT, plus delivery');
  expect(await render([other])).not.toContain(delivery_time);
});

const [course, box] = ['clara-schumann', 'zeichentisch'].map((slug) => ({
  product_id: slug,
  product_data: toProductData(cardOf(slug)),
}));
if (course === undefined || box === undefined) throw new Error('The small shop lacks products');

/** Creates stores that have a cart already while the server renders. */
function storesWith(cart: Cart) {
  const stores = createStores(guestState);
  const initial = { status: 'ready', cart, pendingLineId: null } as const;
  return { ...stores, cart: Object.create(stores.cart, { initial: { value: initial } }) };
}

test('the products missing from the cart for a bundle offer are named one by one', async () => {
  const book = { product_id: 'raupen-lesen', product_data: toProductData(cardOf('raupen-lesen')) };
  const offer = toBundleOffer('piano-and-more', [course, box, book], 12_000);
  const products = [createCartItem(course.product_id, course.product_data)];
  const html = await renderInShop(<CartBundleOffers />, {
    locale: 'de',
    facts,
    stores: storesWith({ ...emptyCart, products, bundle_offers: [offer] }),
  });
  const [first, second] = [box, book].map(({ product_data }) => product_data.product_name);
  expect(html).toContain(`Zusammen mit „${first}“ und „${second}“`);
});

test.each([
  ['on the page of one of its products', null, true],
  ['in the cart if the goods are missing', course, true],
  ['in the cart if another product is missing', box, false],
])('the goods of a bundle offer show the same where they are listed: %s', async (_, inCart, isShown) => {
  const shown = async (goods: typeof box & { readonly safety?: typeof safety }) => {
    const offer = toBundleOffer('piano-and-paper', [course, goods], 12_000);
    const products = inCart === null ? [] : [createCartItem(inCart.product_id, inCart.product_data)];
    const cart = { ...emptyCart, products, bundle_offers: [offer] };
    const part = inCart === null ? <BundleOffers offers={[offer]} /> : <CartBundleOffers />;
    const html = await renderInShop(part, englishPage(storesWith(cart)));
    expect(html).toContain('120');
    return [delivery_time, 'Druckhaus', 'mailto:druck@example.org', ...safety.warnings].map((part) =>
      html.includes(part),
    );
  };
  expect(await shown({ ...box, safety })).toEqual(Array(4).fill(isShown));
  expect(await shown(box), 'without product safety').toEqual(Array(4).fill(false));
});

test.each([true, false])(
  'delivery of a printed card is shown only if the card can be chosen: %s',
  async (isCode) => {
    const form = <GiftForm product={cardOf('raupen-lesen')} isCode={isCode} />;
    const html = await renderInShop(form, englishPage());
    expect(html.includes('Printed and sent by post:')).toBe(isCode);
    expect(html.includes(delivery_time)).toBe(isCode);
  },
);
