import { describe, expect, test } from 'vitest';
import type { BundleOffer } from '#core/model/product.ts';
import { ok } from '#core/rules/basics/result.ts';
import { toProductData } from '#core/rules/carts/apply-cart-action.ts';
import type { ShopApi } from '#ports/shop-api.ts';
import { toBundleOffer } from '#test/arbitraries/arbitrary-coupon.ts';
import { failing } from '#test/support/failing.ts';
import { learnerCredentials, memoryShopFacts } from '#test/support/memory-shop-facts.ts';
import { cardOf, openTestBrowser } from '#test/support/test-browser.ts';

function offerOf(id: string, slugs: readonly string[], price: number): BundleOffer {
  const products = slugs.map((slug) => ({ product_id: slug, product_data: toProductData(cardOf(slug)) }));
  return toBundleOffer(id, products, price);
}

const drawing = offerOf('drawing-and-reading', ['clara-schumann', 'zeichentisch'], 12_900);
const numbers = offerOf('lines-and-numbers', ['zeichentisch', 'emmy-noether'], 11_000);
const offers = [drawing, numbers];

const offersOf = (slug: string) => offers.filter(({ product_ids }) => product_ids.includes(slug));

async function open(isLoggedIn: boolean, between?: (api: ShopApi) => ShopApi) {
  const products = memoryShopFacts.products.map((product) => ({
    ...product,
    bundle_offers: offersOf(product.id),
  }));
  const browser = openTestBrowser({ ...memoryShopFacts, products });
  const tab = browser.openTab(between === undefined ? {} : { between });
  await tab.start();
  const { actions } = tab.shop;
  if (isLoggedIn) await actions.logIn(learnerCredentials);
  const add = (slug: string) =>
    actions.addToCart({ product: { ...cardOf(slug), bundle_offers: offersOf(slug) }, quantity: 1 });
  return { browser, tab, actions, add };
}

describe.each([
  ['a guest', false],
  ['a learner', true],
])('the bundle offers of %s', (_, isLoggedIn) => {
  test('come with the product, and reduce the price once all products are in the cart', async () => {
    const { tab, add } = await open(isLoggedIn);
    await add('clara-schumann');
    expect(tab.cart().bundle_offers).toEqual([drawing]);
    expect(tab.cart().discounts).toMatchObject({ total: 0, bundles: [] });
    await add('zeichentisch');
    expect(tab.cart().total).toBe(12_900);
    expect(tab.cart().discounts.bundles).toEqual([
      { id: drawing.id, title: drawing.title, amount: 9900 + 5900 - 12_900 },
    ]);
  });

  test('are added in one step, and end when one of the products is removed', async () => {
    const { tab, actions } = await open(isLoggedIn);
    await actions.addBundle(drawing);
    expect(tab.cart()).toMatchObject({ amount: 2, total: 12_900 });
    await actions.removeFromCart('clara-schumann');
    expect(tab.cart()).toMatchObject({ amount: 1, total: 5900, discounts: { total: 0, bundles: [] } });
  });

  test('are as before after each removed line is put back, and so are the lines', async () => {
    const { tab, actions, add } = await open(isLoggedIn);
    await add('clara-schumann');
    const gift = { greeting: 'Viel Freude', recipient_name: 'Anna' };
    const box = { ...cardOf('zeichentisch'), bundle_offers: offersOf('zeichentisch') };
    await actions.addToCart({ product: box, quantity: 2, custom_properties: gift });
    const before = tab.cart();
    const comparable = ({ products, ...rest }: typeof before) => ({
      ...rest,
      products: products.toSorted((one, other) => one.line_id.localeCompare(other.line_id)),
      discounts: {
        ...rest.discounts,
        lines: rest.discounts.lines.toSorted((a, b) => a.line_id.localeCompare(b.line_id)),
      },
    });
    for (const item of before.products) {
      await actions.removeFromCart(item.product_id, item.line_id);
      expect(tab.cart().amount).toBe(before.amount - item.quantity);
      const bundle_offers = before.bundle_offers.filter(({ product_ids }) =>
        product_ids.includes(item.product_id),
      );
      await actions.putBackIntoCart({ item, quantity: item.quantity, bundle_offers });
      expect(comparable(tab.cart())).toEqual(comparable(before));
    }
  });

  test('include those of products that were added with an offer', async () => {
    const { tab, actions, add } = await open(isLoggedIn);
    await add('clara-schumann');
    await actions.addBundle(drawing);
    expect(tab.cart().bundle_offers).toEqual(offers);
    await actions.removeFromCart('clara-schumann');
    await actions.addBundle(numbers);
    expect(tab.cart()).toMatchObject({ amount: 2, total: 11_000 });
  });
});

test('a guest’s bundle price is kept at a reload and at the login', async () => {
  const { browser, tab, actions } = await open(false);
  await actions.addBundle(drawing);
  const again = browser.openTab();
  await again.start();
  expect(again.cart()).toEqual(tab.cart());
  await again.shop.actions.logIn(learnerCredentials);
  expect(again.cart()).toMatchObject({ total: 12_900, discounts: tab.cart().discounts });
});

test.each([
  ['has the current price', [offerOf(drawing.id, drawing.product_ids, 11_900)], 11_900],
  ['ends with the offer', [], 9_900 + 5_900],
])('a guest’s bundle of more than an hour ago %s', async (_, bundle_offers, total) => {
  const { browser, actions } = await open(false);
  await actions.addBundle(drawing);
  const between = (api: ShopApi): ShopApi => ({
    ...api,
    async listProductCards(input) {
      const cards = await api.listProductCards(input);
      return cards.ok ? ok(cards.value.map((card) => ({ ...card, bundle_offers }))) : cards;
    },
  });
  const later = browser.openTab({ between, clockAhead: 3_600_001 });
  await later.start();
  expect(later.cart()).toMatchObject({ amount: 2, bundle_offers, total });
});

test('a guest gets an offer also when the shop cannot be reached', async () => {
  const { tab, actions } = await open(false, failing('listBundles'));
  await actions.addBundle(drawing);
  expect(tab.cart().total).toBe(12_900);
});

test('several products go into the cart together, or none of them', async () => {
  const { tab, actions } = await open(false);
  const wanted = (id: string, quantity: number) => ({ product: cardOf(id), quantity });
  const pieces = () => tab.cart().products.map(({ product_id, quantity }) => [product_id, quantity]);
  await actions.addProducts([wanted('emmy-noether', 1), wanted('zeichentisch', 2)]);
  await actions.addProducts([wanted('raupen-lesen', 1), wanted('zeichentisch', 2)]);
  expect(pieces()).toEqual([
    ['emmy-noether', 1],
    ['zeichentisch', 2],
  ]);
});
