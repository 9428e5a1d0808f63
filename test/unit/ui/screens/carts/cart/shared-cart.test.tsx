import { expect, test } from 'vitest';
import type { ProductCard } from '#core/model/product.ts';
import type { Subscription } from '#core/model/subscription.ts';
import { createStores } from '#core/storefront/kernel/stores.ts';
import { memoryShopFacts } from '#test/support/memory-shop-facts.ts';
import { renderInShop, textOf } from '#test/support/render-in-shop.tsx';
import { cardOf, guestState } from '#test/support/test-browser.ts';
import { learner } from '#test/unit/core/storefront/people.ts';
import { runningSubscription } from '#test/unit/ui/support/running-subscription.ts';
import { SharedCart } from '#ui/screens/carts/cart/shared-cart.tsx';

const month = cardOf('monatskarte');
const membership: ProductCard = { ...month, id: 'masterpass', slug: 'masterpass', kind: 'membership' };
const piano = cardOf('clara-schumann');

/** Creates a running plan of this product. */
function planOf(product: ProductCard, kind: Subscription['product']['kind']): Subscription {
  const { id, slug, title, picture, price } = product;
  return { ...runningSubscription, product: { id, kind, slug, title, picture }, price };
}

/** Returns whether the page marks a product as owned, and whether it can add any. */
async function offers(plans: readonly Subscription[], ...products: readonly ProductCard[]) {
  const session = { status: 'logged_in', learner: { ...learner, is_subscribed: plans.length > 0 } } as const;
  const items = products.map((product) => ({ product, quantity: 1 }));
  const html = await renderInShop(<SharedCart gone={0} items={items} plans={plans} />, {
    locale: 'en',
    facts: memoryShopFacts.shop,
    stores: createStores({ ...guestState, session }),
  });
  const text = textOf(html);
  return [text.includes('Yours already'), text.includes('Put everything into my cart')];
}

test.each<[string, readonly Subscription[], boolean]>([
  ['nobody', [], false],
  ['a monthly subscriber', [planOf(month, 'subscription')], true],
  ['a member, whose membership contains it', [planOf(membership, 'membership')], true],
])(
  'a shared cart does not add a running plan, for which the whole call would fail: %s',
  async (_, plans, isHeld) => {
    expect(await offers(plans, month, piano)).toEqual([isHeld, true]);
    expect(await offers(plans, month)).toEqual([isHeld, !isHeld]);
    expect(await offers(plans, cardOf('albrecht-duerer'), piano)).toEqual([true, true]);
  },
);

test('a shared cart offers the membership to a monthly subscriber, who may change to it', async () => {
  expect(await offers([planOf(month, 'subscription')], membership)).toEqual([false, true]);
  expect(await offers([planOf(membership, 'membership')], membership)).toEqual([true, false]);
});
