import { expect, test } from 'vitest';
import type { ProductCard } from '#core/model/product.ts';
import { succeeded } from '#test/support/succeeded.ts';
import { openTestBrowser } from '#test/support/test-browser.ts';

const withoutPreferences = { marketing: true, statistics: true, preferences: false };

async function cards(tab: ReturnType<ReturnType<typeof openTestBrowser>['openTab']>) {
  const [first, second] = succeeded(await tab.shop.api.listProducts({})).items;
  if (first === undefined || second === undefined) throw new Error('The test shop has two products');
  return [first, second] as readonly [ProductCard, ProductCard];
}

test('nothing is remembered without consent to preferences', async () => {
  const tab = openTestBrowser().openTab();
  const { actions } = tab.shop;
  const [first] = await cards(tab);
  actions.rememberViewed(first);
  actions.decideConsent(withoutPreferences);
  actions.rememberViewed(first);
  expect(succeeded(await actions.listViewed())).toEqual([]);
  expect(tab.localStorage.read('viewed_products')).toBeNull();
});

test('with consent the products are listed newest first, until the list is cleared or the consent withdrawn', async () => {
  const tab = openTestBrowser().openTab();
  const { actions } = tab.shop;
  const [first, second] = await cards(tab);
  const viewed = async () => succeeded(await actions.listViewed()).map(({ id }) => id);
  actions.decideConsent({ ...withoutPreferences, preferences: true });
  for (const product of [first, second, first]) actions.rememberViewed(product);
  expect(await viewed()).toEqual([first.id, second.id]);
  await actions.forgetViewed();
  expect(await viewed()).toEqual([]);
  actions.rememberViewed(second);
  actions.decideConsent(withoutPreferences);
  expect(tab.localStorage.read('viewed_products')).toBeNull();
});
