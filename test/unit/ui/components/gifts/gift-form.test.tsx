import { expect, test } from 'vitest';
import { createCartStore } from '#core/storefront/kernel/cart-store.ts';
import { createSessionStore } from '#core/storefront/kernel/session-store.ts';
import { toMemoryCard } from '#test/support/memory-catalogue-calls.ts';
import { memoryShopFacts } from '#test/support/memory-shop-facts.ts';
import { renderInShop } from '#test/support/render-in-shop.tsx';
import { GiftForm } from '#ui/components/gifts/gift-form.tsx';

const box = memoryShopFacts.products.find(({ kind }) => kind === 'gift_box');
if (box === undefined) throw new Error('The small shop has no gift box');
const card = toMemoryCard(box);

test.each([
  [{ is_available: true, stock: 1 }, 'In den Warenkorb'],
  [{ is_available: false, stock: 0 }, 'Zurzeit nicht erhältlich'],
])('with %o the form has the button "%s", and no link to the checkout', async (state, label) => {
  const html = await renderInShop(<GiftForm product={{ ...card, ...state }} isCode={false} />, {
    locale: 'de',
    stores: { cart: createCartStore(), session: createSessionStore() },
  });
  expect(html).toContain(label);
  expect(html).not.toContain('Zur Kasse');
});
