import { fc, test } from '@fast-check/vitest';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { courseLevels, facetNames } from '#core/model/product.ts';
import {
  type FacetFilter,
  fitsFacets,
  lengthBands,
  newValue,
  priceBands,
  wantedFacets,
} from '#core/rules/catalogue/facets.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import { runs } from '#test/run-length.ts';

const shop = await openTestShop();
const courses = shop.content.products.filter(({ kind }) => kind === 'course');
const disciplines = shop.content.categories.groups.flatMap((group) => group.disciplines);

const filters: fc.Arbitrary<FacetFilter> = fc.record(
  {
    group: fc.subarray(shop.content.categories.groups.map(({ identifier }) => identifier)),
    discipline: fc.subarray(disciplines.map(({ identifier }) => identifier)),
    level: fc.subarray([...courseLevels]),
    length: fc.subarray(lengthBands.map(({ value }) => value)),
    language: fc.subarray(['de', 'en']),
    price: fc.subarray(priceBands.map(({ value }) => value)),
    new: fc.subarray([newValue]),
  },
  { requiredKeys: [] },
);

async function list(filter: FacetFilter, query: Record<string, string> = {}) {
  const asked = Object.fromEntries(
    Object.entries(filter).flatMap(([name, values = []]) =>
      values.length === 0 ? [] : [[`filter[${name}]`, values.join(',')]],
    ),
  );
  const { value } = await shop.call(endpoints.listProducts, {
    query: { 'filter[kind]': 'course', 'page[size]': '100', ...asked, ...query },
  });
  if (value === null) throw new Error('The courses could not be listed');
  return value;
}

const idsOf = (page: Awaited<ReturnType<typeof list>>) => page.data.map(({ id }) => id);
const fitting = (filter: FacetFilter) =>
  courses.filter(({ facets }) => fitsFacets(facets, wantedFacets(filter, shop.context.clock.now())));

describe('the facets of the course list', () => {
  test.prop([filters], { numRuns: runs(25) })(
    'leave the courses that the rule leaves, in the shop’s own order, and count them',
    async (filter) => {
      const page = await list(filter);
      expect(idsOf(page)).toEqual(fitting(filter).map(({ id }) => id));
      expect(page.meta.page.total).toBe(page.data.length);
    },
  );

  test.prop([filters], { numRuns: runs(15) })(
    'say how many courses each value would leave, whatever is chosen beside it in its own facet',
    async (filter) => {
      for (const { name, values } of (await list(filter)).meta.facets) {
        for (const { value, count } of values)
          expect(count, `${name}: ${value}`).toBe(fitting({ ...filter, [name]: [value] }).length);
      }
    },
  );

  test('are counted for a search, too', async () => {
    const query = { 'filter[q]': 'zeichnen' };
    const found = idsOf(await list({}, query));
    expect(found.length).toBeGreaterThan(1);
    const { meta } = await list({ level: ['beginner'] }, query);
    const beginners = courses.filter(
      ({ id, facets }) => found.includes(id) && facets.includes('level:beginner'),
    );
    expect(meta.page.total).toBe(beginners.length);
    const levels = meta.facets.find(({ name }) => name === 'level')?.values ?? [];
    expect(levels.reduce((sum, { count }) => sum + count, 0)).toBe(found.length);
  });

  test('have titles for groups and disciplines only', async () => {
    const { meta } = await list({});
    expect(meta.facets.map(({ name }) => name)).toEqual(facetNames);
    const titles = (name: string) =>
      meta.facets.find((facet) => facet.name === name)?.values.map(({ title }) => title);
    expect(titles('discipline')).toEqual(disciplines.map(({ title }) => title.de));
    expect(titles('level')?.every((title) => title === null)).toBe(true);
  });

  test('of other kinds are none', async () => {
    const { value } = await shop.call(endpoints.listProducts, { query: { 'filter[kind]': 'book' } });
    expect(value?.meta).toMatchObject({ facets: [], groups: [] });
    expect(value?.meta.page.total).toBeGreaterThan(0);
  });

  test.each(['a b', "x'", 'a,,b', '', 'a:b', '\\'])('refuse the value %j', async (values) => {
    const { status, codes } = await shop.call(endpoints.listProducts, { query: { 'filter[level]': values } });
    expect([status, codes]).toEqual([422, ['INVALID_INPUT']]);
  });

  test('the newest come first on wish', async () => {
    const days = (await list({}, { sort: 'newest' })).data.map(
      ({ id }) => courses.find((course) => course.id === id)?.published_on ?? '',
    );
    expect(days).toEqual(days.toSorted().reverse());
    expect(new Set(days).size).toBeGreaterThan(5);
  });

  test('there are as many rows of counts as different sets of facets, however many products', async () => {
    const rows = async () =>
      (await sql<{ count: number }>`select count(*)::int as count from product_counts`.execute(shop.db)).rows;
    const before = await rows();
    await sql`insert into products (id, kind, slug, position, price_cents, is_shipped, is_fixed_price,
        category_identifier, facets, picture, card, texts, details, search_de, search_en, search_words_de,
        search_words_en)
      select id || n, kind, slug || n, n, price_cents, is_shipped, is_fixed_price, category_identifier, facets,
        picture, card, texts, details, '', '', '', ''
      from products, generate_series(1, 20) n where kind = 'course'`.execute(shop.db);
    expect(await rows()).toEqual(before);
    const { meta } = await list({ level: ['beginner'] });
    expect(meta.page.total).toBe(21 * fitting({ level: ['beginner'] }).length);
    await sql`delete from products where search_de = ''`.execute(shop.db);
  });
});

test('a search that finds nothing as it was typed names what was probably meant', async () => {
  expect((await list({}, { 'filter[q]': 'Dührer' })).meta.suggestion).toBe('Dürer');
  expect((await list({}, { 'filter[q]': 'Dürer' })).meta.suggestion).toBeNull();
  expect((await list({}, { 'filter[q]': 'xyzzyplugh' })).meta.suggestion).toBeNull();
});
