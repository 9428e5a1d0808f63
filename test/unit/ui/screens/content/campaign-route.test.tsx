import type { ComponentProps } from 'react';
import { expect, test } from 'vitest';
import { createCartStore } from '#core/storefront/kernel/cart-store.ts';
import { createWishListStore } from '#core/storefront/kernel/page-stores.ts';
import { createSessionStore } from '#core/storefront/kernel/session-store.ts';
import { memoryShopFacts } from '#test/support/memory-shop-facts.ts';
import { renderInShop } from '#test/support/render-in-shop.tsx';
import CampaignRoute from '#ui/screens/content/campaign/campaign-route.tsx';

const campaign = memoryShopFacts.campaigns[0];
const known = campaign?.coupon;
if (known?.is_running !== true)
  throw new Error('The first campaign of the small shop has no coupon that can be used');
const coupon = { ...known, is_first_purchase_only: true };

function pageOf(isRunning: boolean): Promise<string> {
  const shown = isRunning ? coupon : { is_running: false };
  const loaderData = { campaign: { ...campaign, coupon: shown }, entered: null };
  const props = { loaderData } as unknown as ComponentProps<typeof CampaignRoute>;
  return renderInShop(<CampaignRoute {...props} />, {
    locale: 'de',
    route: '/angebote/werkbank',
    stores: { cart: createCartStore(), session: createSessionStore(), wishList: createWishListStore() },
  });
}

test('a campaign whose coupon cannot be used says so', async () => {
  const notRunning = 'Diese Aktion ist gerade nicht offen';
  const [open, closed] = [await pageOf(true), await pageOf(false)];
  for (const text of [coupon.title, coupon.code]) expect(open).toContain(text);
  expect(closed).toContain(notRunning);
  expect(open).not.toContain(notRunning);
});
