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

test('cards of goods contain them, too, wherever a page offers them; cards of other products do not', async () => {
  const campaign = await shop.call(endpoints.getCampaign, { params: { slug: 'werkbank' }, language: 'en' });
  const [box] = campaign.value?.data.attributes.products ?? [];
  expect(box?.attributes.safety).toEqual({
    manufacturer: (await detailsOf('druckwerkstatt', 'en')).manufacturer,
    warnings: [expect.stringMatching(/sharp/)],
  });
  const course = await shop.call(endpoints.getProduct, { params: { slug: 'auguste-escoffier' } });
  const { details, safety } = course.value?.data.attributes ?? {};
  expect(safety).toBeNull();
  const [book] = details !== undefined && 'companions' in details ? details.companions : [];
  expect(book?.attributes.safety).toEqual({
    manufacturer: (await detailsOf('fuenf-saucen', 'de')).manufacturer,
    warnings: [],
  });
});

test('bundle offers contain them for each of their products', async () => {
  const rows = await shop.db
    .selectFrom('products')
    .select(['id', 'slug'])
    .where('slug', 'in', ['druckwerkstatt', 'albrecht-duerer'])
    .orderBy('kind')
    .execute();
  const texts = { title: 'Kurs und Kasten', description: '' };
  await shop.db
    .insertInto('bundles')
    .values({
      id: 'kurs-und-kasten',
      product_ids: rows.map(({ id }) => id),
      price_cents: 10_000,
      texts: JSON.stringify({ de: texts, en: texts }),
    })
    .execute();
  const course = await shop.call(endpoints.getProduct, {
    params: { slug: 'albrecht-duerer' },
    language: 'en',
  });
  const offers = course.value?.data.attributes.bundle_offers ?? [];
  const offer = offers.find(({ id }) => id === 'kurs-und-kasten');
  expect(offer?.products.map(({ safety }) => safety?.warnings ?? null)).toEqual([
    null,
    [expect.stringMatching(/sharp/)],
  ]);
  expect(offer?.products[1]?.safety?.manufacturer).toEqual(
    (await detailsOf('druckwerkstatt', 'en')).manufacturer,
  );
});
