import { expect, test } from 'vitest';
import type { Learner } from '#core/model/user.ts';
import type { Cents } from '#core/model/values.ts';
import { cents } from '#core/rules/basics/money.ts';
import { toProductData } from '#core/rules/carts/apply-cart-action.ts';
import { createStores } from '#core/storefront/kernel/stores.ts';
import { toBundleOffer } from '#test/arbitraries/arbitrary-coupon.ts';
import { renderInShop } from '#test/support/render-in-shop.tsx';
import { cardOf, guestState } from '#test/support/test-browser.ts';
import { learner } from '#test/unit/core/storefront/people.ts';
import { BundleOffers } from '#ui/components/carts/bundle-offer.tsx';
import { ProductCard } from '#ui/components/products/product-card.tsx';

const guest = null;
const member: Learner = { ...learner, courses: [], is_subscribed: true };
const owner: Learner = { ...learner, courses: ['clara-schumann'], is_subscribed: false };

function storesOf(learner: Learner | null) {
  return createStores({
    ...guestState,
    locale: 'en',
    session: learner === null ? { status: 'guest' } : { status: 'logged_in', learner },
  });
}

const cardFor = (learner: Learner | null, slug: string) =>
  renderInShop(<ProductCard product={cardOf(slug)} />, { locale: 'en', stores: storesOf(learner) });

const bundled = ['clara-schumann', 'zeichentisch'].map((slug) => ({
  product_id: slug,
  product_data: toProductData(cardOf(slug)),
}));
const offer = toBundleOffer('piano-and-paper', bundled, 12_000);

test('a card shows members that a course is included, owners that they own it, and others the price', async () => {
  expect(await cardFor(guest, 'clara-schumann')).toContain('€99.00');
  expect(await cardFor(owner, 'emmy-noether')).toContain('€79.00');
  const included = await cardFor(member, 'clara-schumann');
  expect(included).toContain('In your membership');
  expect(included).not.toContain('€');
  const owned = await cardFor(owner, 'clara-schumann');
  expect(owned).toContain('Yours');
  expect(owned).not.toMatch(/In your membership|€|<button/);
  expect(await cardFor(member, 'raupen-lesen')).toContain('€28.00');
});

test('a bundle offer is not shown to owners of one of its courses, nor while a product is sold out', async () => {
  const shownTo = async (learner: Learner | null, is_available = true) => {
    const offers = [{ ...offer, is_available }];
    const html = await renderInShop(<BundleOffers offers={offers} />, {
      locale: 'en',
      stores: storesOf(learner),
    });
    return html.includes(offer.title);
  };
  expect(await Promise.all([shownTo(guest), shownTo({ ...owner, courses: ['emmy-noether'] })])).toEqual([
    true,
    true,
  ]);
  expect(await Promise.all([shownTo(owner), shownTo(member), shownTo(guest, false)])).toEqual([
    false,
    false,
    false,
  ]);
});

test('a bundle offer names price, reference price, VAT and shipping, and is called cheaper only with a reference', async () => {
  const render = (reference: Cents | null) =>
    renderInShop(<BundleOffers offers={[{ ...offer, reference }]} />, {
      locale: 'en',
      stores: storesOf(guest),
    });
  const html = await render(cents(15_800));
  for (const part of [
    '€120.00',
    'instead of €158.00',
    'Better together',
    'incl. VAT, plus delivery',
    'Add both to cart',
  ])
    expect(html).toContain(part);
  expect(await render(null)).not.toMatch(/instead of|Better/);
});
