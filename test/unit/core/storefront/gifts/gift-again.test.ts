import { describe, expect, test } from 'vitest';
import { type ProductKind, type ProductPage, productKinds } from '#core/model/product.ts';
import { canBeGiven } from '#core/rules/orders/order-states.ts';
import { addAsGift } from '#core/storefront/gifts/gift-again.ts';
import { memoryShopFacts } from '#test/support/memory-shop-facts.ts';
import { recording } from '#test/support/recording.ts';
import { cardOf, openTestBrowser } from '#test/support/test-browser.ts';

/** Opens a shop whose first course has this gift, or none. */
function shopWith(gift: string | null, calls: string[] = []) {
  const [course] = memoryShopFacts.products;
  if (course === undefined) throw new Error('The memory shop has no products');
  const given = cardOf('geschenk-clara-schumann');
  const details = { ...course.details, kind: 'course', gift } as ProductPage['details'];
  const others = memoryShopFacts.products.filter((product) => product !== course);
  const browser = openTestBrowser({ ...memoryShopFacts, products: [{ ...course, details }, ...others] });
  const tab = browser.openTab({ between: recording(calls) });
  return { tab, course, given };
}

describe('buying again as a gift', () => {
  test('puts the gift of a course into the cart, as a code with a sheet', async () => {
    const { tab, course, given } = shopWith('geschenk-clara-schumann');
    await tab.start();
    expect(await addAsGift(tab.shop, course)).toMatchObject({ ok: true, value: { id: given.id } });
    expect(await addAsGift(tab.shop, given)).toMatchObject({ ok: true, value: { id: given.id } });
    expect(tab.cart().products).toMatchObject([
      { product_id: given.id, quantity: 2, custom_properties: { delivery: 'buyer', is_gift_pdf: true } },
    ]);
  });

  test('fails for a course without a gift, and does not change the cart', async () => {
    const calls: string[] = [];
    const { tab, course } = shopWith(null, calls);
    await tab.start();
    for (const bought of [course, { slug: 'nicht-mehr-da' }])
      expect(await addAsGift(tab.shop, bought)).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } });
    expect(calls.filter((name) => name === 'getProduct')).toHaveLength(2);
    expect(tab.cart().products).toEqual([]);
  });

  test('is offered for courses and codes only', () => {
    const given: readonly ProductKind[] = productKinds.filter((kind) => canBeGiven({ kind }));
    expect(given).toEqual(['course', 'gift', 'voucher']);
  });
});
