import { expect, test } from 'vitest';
import { createStores } from '#core/storefront/kernel/stores.ts';
import { memoryShopFacts } from '#test/support/memory-shop-facts.ts';
import { renderInShop, textOf } from '#test/support/render-in-shop.tsx';
import { cardOf, guestState } from '#test/support/test-browser.ts';
import { learner } from '#test/unit/core/storefront/people.ts';
import { SharedCart } from '#ui/screens/carts/cart/shared-cart.tsx';

test.each([true, false])(
  'a shared cart does not add the plan of a member, which would refuse the rest (member: %s)',
  async (is_subscribed) => {
    const session = { status: 'logged_in', learner: { ...learner, is_subscribed } } as const;
    const offers = async (...slugs: string[]) => {
      const items = slugs.map((slug) => ({ product: cardOf(slug), quantity: 1 }));
      const html = await renderInShop(<SharedCart gone={0} items={items} />, {
        locale: 'en',
        facts: memoryShopFacts.shop,
        stores: createStores({ ...guestState, session }),
      });
      const text = textOf(html);
      return [text.includes('Yours already'), text.includes('Put everything into my cart')];
    };
    expect(await offers('monatskarte', 'clara-schumann')).toEqual([is_subscribed, true]);
    expect(await offers('monatskarte')).toEqual([is_subscribed, !is_subscribed]);
    expect(await offers('albrecht-duerer', 'clara-schumann')).toEqual([true, true]);
  },
);
