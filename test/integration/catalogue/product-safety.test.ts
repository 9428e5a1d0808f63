import { expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();

async function detailsOf(slug: string, language: 'de' | 'en') {
  const page = await shop.call(endpoints.getProduct, { params: { slug }, language });
  const details = page.value?.data.attributes.details;
  if (details === undefined || !('warnings' in details)) throw new Error(`${slug} is not sold as goods`);
  return details;
}

test('goods contain their manufacturer and, in the language of the call, their warnings', async () => {
  const german = await detailsOf('druckwerkstatt', 'de');
  const english = await detailsOf('druckwerkstatt', 'en');
  expect(german.manufacturer?.email).toMatch(/@/);
  expect(german.warnings).toEqual([expect.stringMatching(/scharf/)]);
  expect(english.warnings).toEqual([expect.stringMatching(/sharp/)]);
});

test('goods without a warning have an empty list', async () => {
  expect((await detailsOf('fuenf-saucen', 'de')).warnings).toEqual([]);
});
