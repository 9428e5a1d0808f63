import { expect, test } from 'vitest';
import { memoryShopFacts } from '#test/support/memory-shop-facts.ts';
import { renderInShop } from '#test/support/render-in-shop.tsx';
import CampaignRoute from '#ui/screens/content/campaign/campaign-route.tsx';

const campaign = memoryShopFacts.campaigns.find(({ coupon }) => coupon !== null);
if (campaign?.coupon === null || campaign === undefined) throw new Error('The small shop has no campaign');
const coupon = { ...campaign.coupon, title: 'Zum Winter', is_first_purchase_only: true };

const pageOf = (is_running: boolean) =>
  renderInShop(<CampaignRoute {...({} as never)} loaderData={{ campaign: { ...campaign, coupon: { ...coupon, is_running } }, entered: null }} />, {
    locale: 'de',
    route: '/angebote/winter',
  });

test('a campaign tells title and code of its coupon only while it can be used', async () => {
  const [open, closed] = [await pageOf(true), await pageOf(false)];
  for (const words of [coupon.title, coupon.code]) {
    expect(open).toContain(words);
    expect(closed).not.toContain(words);
  }
  expect(closed).toContain('Diese Aktion ist gerade nicht offen');
  expect(open).not.toContain('Diese Aktion ist gerade nicht offen');
  expect(closed).not.toMatch(/<p class="[^"]*"><\/p>/);
});
