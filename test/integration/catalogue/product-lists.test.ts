import { fc, test } from '@fast-check/vitest';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { courseLevels, facetNames } from '#core/model/product.ts';
import { addDays, calendarDay, startOfDay } from '#core/rules/basics/calendar.ts';
import {
  type FacetFilter,
  fitsFacets,
  lengthBands,
  newValue,
  priceBands,
  wantedFacets,
} from '#core/rules/catalogue/facets.ts';
import { countSales } from '#server/catalogue/count-sales.ts';
import { selectLedger } from '#server/catalogue/price-ledger.ts';
import { buyAsGuest } from '#test/integration/support/guest-purchase.ts';
import { inParallel } from '#test/integration/support/outcomes.ts';
import { insertRows, rowOf } from '#test/integration/support/rows.ts';
import { products } from '#test/integration/support/shoppers.ts';
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
    'select the courses of the rule, in the order of the shop, and count them',
    async (filter) => {
      const page = await list(filter);
      expect(idsOf(page)).toEqual(fitting(filter).map(({ id }) => id));
      expect(page.meta.page.total).toBe(page.data.length);
    },
  );

  test.prop([filters], { numRuns: runs(15) })(
    'show how many courses each value would select in place of the chosen ones of its facet',
    async (filter) => {
      for (const { name, values } of (await list(filter)).meta.facets) {
        for (const { value, count } of values)
          expect(count, `${name}: ${value}`).toBe(fitting({ ...filter, [name]: [value] }).length);
      }
    },
  );

  test('are also counted for a search', async () => {
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

  test('do not exist for other kinds', async () => {
    const { value } = await shop.call(endpoints.listProducts, { query: { 'filter[kind]': 'book' } });
    expect(value?.meta).toMatchObject({ facets: [], groups: [] });
    expect(value?.meta.page.total).toBeGreaterThan(0);
  });

  test.each(['a b', "x'", 'a,,b', '', 'a:b', '\\'])('refuse the value %j', async (values) => {
    const { status, codes } = await shop.call(endpoints.listProducts, { query: { 'filter[level]': values } });
    expect([status, codes]).toEqual([422, ['INVALID_INPUT']]);
  });

  test('list the newest courses first on request', async () => {
    const days = (await list({}, { sort: 'newest' })).data.map(
      ({ id }) => courses.find((course) => course.id === id)?.published_on ?? '',
    );
    expect(days).toEqual(days.toSorted().reverse());
    expect(new Set(days).size).toBeGreaterThan(5);
  });

  test('are counted in one row for each set of facets, however many products have it', async () => {
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

test('a search without hits suggests another spelling', async () => {
  expect((await list({}, { 'filter[q]': 'Dührer' })).meta.suggestion).toBe('Dürer');
  expect((await list({}, { 'filter[q]': 'Dürer' })).meta.suggestion).toBeNull();
  expect((await list({}, { 'filter[q]': 'xyzzyplugh' })).meta.suggestion).toBeNull();
});

async function search(q: string, language: 'de' | 'en' = 'de') {
  const { value } = await shop.call(endpoints.searchAll, { query: { q }, language });
  return value?.data ?? [];
}

describe('the search over everything', () => {
  test('finds courses, masters, gifts and posts for one word, best first', async () => {
    const hits = await search('klavier');
    expect(hits[0]).toMatchObject({ kind: 'course', slug: 'clara-schumann' });
    expect(hits.map((hit) => hit.kind)).toEqual(expect.arrayContaining(['course', 'master', 'gift', 'post']));
  });

  test.each([
    ['de', 'zeichnet', 'albrecht-duerer'],
    ['de', 'duerer', 'albrecht-duerer'],
    ['de', 'dürer', 'albrecht-duerer'],
    ['en', 'drawings', 'albrecht-duerer'],
    ['en', 'pian', 'clara-schumann'],
    ['de', 'shumann', 'clara-schumann'],
    ['de', 'Humbolt', 'alexander-von-humboldt'],
    ['de', 'Perspektieve', 'albrecht-duerer'],
    ['en', 'perspectiv', 'albrecht-duerer'],
    ['de', 'Widerruf', 'widerrufsbelehrung'],
    ['en', 'withdrawal', 'widerrufsbelehrung'],
    ['de', 'Wiederrufsbelehrung', 'widerrufsbelehrung'],
    ['de', 'barrierefrei', 'barrierefreiheit'],
  ] as const)('%s "%s" finds %s', async (language, q, slug) => {
    expect((await search(q, language)).map((hit) => hit.slug)).toContain(slug);
  });

  test('finds a question of the help page in the language of the page, after products', async () => {
    const [found] = (await search('widerrufen')).filter(({ slug }) => slug.startsWith('faqs#'));
    expect(found).toMatchObject({ kind: 'page', title: 'Kann ich widerrufen?', language: 'de', picture: '' });
    expect(found?.teaser).toMatch(/^Innerhalb von vierzehn Tagen/);
    const { html } = await rowOf(shop.db, 'pages', { slug: 'faqs', locale: 'de' });
    expect(html).toContain(`id="${found?.slug.split('#')[1]}"`);
    expect((await search('withdraw', 'en')).map(({ language }) => language)).not.toContain('de');
    expect((await search('klavier')).slice(0, 3).map(({ kind }) => kind)).not.toContain('page');
  });

  test('finds a German post on an English page, with its language', async () => {
    const [found] = (await search('Zwanzig Minuten', 'en')).filter(({ kind }) => kind === 'post');
    expect(found).toMatchObject({ title: 'Zwanzig Minuten', language: 'de' });
  });

  test('a word stem is not used as a prefix of other words: "dürer" does not find "durch"', async () => {
    const slugs = (await search('dürer')).map((hit) => hit.slug);
    expect(slugs.slice(0, 2)).toContain('albrecht-duerer');
    for (const other of ['clara-schumann', 'emmy-noether', 'alexander-von-humboldt'])
      expect(slugs).not.toContain(other);
  });

  test.each(['', 'k', '?', '   ', '&|!', '’'])('"%s" finds nothing and causes no error', async (q) => {
    expect(await search(q)).toEqual([]);
  });

  test.each(['2½', 'xŉ', 'ʼn', "l'art", 'a\\b', 'ﬃ', '１/２', 'ª', 'und', 'a '.repeat(50)])(
    'accepts "%s", although removing accents or word endings changes its form',
    async (q) => {
      for (const path of ['/search?q=', '/products?filter[q]=', '/posts?filter[q]='])
        expect((await shop.send(`${path}${encodeURIComponent(q)}`)).status, path).toBe(200);
      expect(shop.faults).toEqual([]);
    },
  );

  test('returns at most five hits of each kind and 24 in total', async () => {
    for (const q of ['kurs', 'geschenk', 'der', 'course', 'mit']) {
      const hits = await search(q);
      expect(hits.length).toBeLessThanOrEqual(24);
      for (const kind of new Set(hits.map((hit) => hit.kind)))
        expect(hits.filter((hit) => hit.kind === kind).length).toBeLessThanOrEqual(5);
    }
  });
});

const { db, clock } = shop.context;
const day = 86_400_000;

const listed = async (sort: 'popular' | 'position') => {
  const query = { 'filter[kind]': 'course', 'page[size]': '50', sort } as const;
  const { value } = await shop.call(endpoints.listProducts, { query });
  return (value?.data ?? []).map(({ id }) => id);
};

test('courses are sorted by paid sales of the last 90 days, then as recommended', async () => {
  const recommended = await listed('position');
  const paid = await buyAsGuest(shop, { [products.course]: 1 });
  const order = await db.selectFrom('orders').selectAll().where('id', '=', paid.id).executeTakeFirstOrThrow();
  const line = await rowOf(db, 'order_lines', { order_id: paid.id });
  await db.deleteFrom('order_lines').where('order_id', '=', paid.id).execute();
  const sale = fc.record({
    course: fc.constantFrom(...recommended.slice(0, 5)),
    quantity: fc.integer({ min: 1, max: 4 }),
    daysAgo: fc.oneof(fc.integer({ min: 0, max: 100 }), fc.constantFrom(0, 1, 90, 91)),
    state: fc.constantFrom('paid', 'paid', 'paid', 'refunded', 'verified'),
  });

  await fc.assert(
    fc.asyncProperty(fc.array(sale, { maxLength: 12 }), async (sales) => {
      shop.advance(day);
      const today = calendarDay(clock.now());
      const written = sales.map((one, index) => ({
        ...order,
        id: shop.context.ids.uuid(),
        code: `VERKAUF-${today}-${index}`,
        cart_id: null,
        state: one.state,
        completed_at: new Date(startOfDay(addDays(today, -one.daysAgo)) + index * 3_600_000),
        ...Object.fromEntries(
          [
            'shipping_address',
            'billing_address',
            'accepted_versions',
            'bundle_discounts',
            'payment_method',
            'vat_shares',
          ].map((name) => [name, JSON.stringify(order[name as 'shipping_address'])]),
        ),
      }));
      if (written.length > 0) {
        await insertRows(db, 'orders', written as never);
        await insertRows(
          db,
          'order_lines',
          sales.map(({ course, quantity }, index) => ({
            ...line,
            id: shop.context.ids.uuid(),
            order_id: written[index]?.id ?? '',
            product_id: course,
            quantity,
            custom_properties: '{}',
          })),
        );
      }
      // The second call of a day has nothing to do.
      expect([await countSales(shop.context), await countSales(shop.context)]).toEqual([1, 0]);
      const sold = (id: string) =>
        sales
          .filter(
            ({ course, daysAgo, state }) =>
              course === id && state === 'paid' && daysAgo >= 1 && daysAgo <= 90,
          )
          .reduce((sum, { quantity }) => sum + quantity, 0);
      expect(await listed('popular')).toEqual(recommended.toSorted((one, other) => sold(other) - sold(one)));
      await db.deleteFrom('order_lines').where('order_id', '<>', paid.id).execute();
      await db.deleteFrom('orders').where('id', '<>', paid.id).execute();
    }),
    { numRuns: runs(12) },
  );
});

test('a renewal is no sale, and parallel jobs count a day once', async () => {
  await buyAsGuest(shop, { [products.otherCourse]: 1 });
  const renewed = await buyAsGuest(shop, { [products.membership]: 1 });
  await sql`update orders set subscription_id = (select id from subscriptions where order_id = ${renewed.id}), period_number = 2
    where id = ${renewed.id}`.execute(db);
  shop.advance(day);
  expect((await inParallel(3, () => countSales(shop.context))).toSorted()).toEqual([0, 0, 1]);
  const { rows } = await sql`select id, sold_recently from products where sold_recently > 0`.execute(db);
  expect(rows).toEqual([{ id: products.otherCourse, sold_recently: 1 }]);
  expect((await listed('popular'))[0]).toBe(products.otherCourse);
});

async function plan(statement: ReturnType<typeof sql>) {
  const { rows } = await db.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx);
    await sql`set local enable_sort = off`.execute(trx);
    return sql<Record<string, string>>`explain ${statement}`.execute(trx);
  });
  return rows.map((row) => Object.values(row)[0]).join('\n');
}

test('offers read only the prices of their products from the ledger', async () => {
  const ledger = selectLedger(sql`${[products.course]}::text[]`);
  expect(await plan(sql`select ${ledger}`)).not.toContain('Seq Scan on price_ledger');
});

test('the list by sales uses its index, and the count of sales the index of paid orders', async () => {
  expect(
    await plan(sql`select id from products where is_active and kind = 'course'
      order by sold_recently desc nulls last, position, id limit 12`),
  ).toContain('products_popular');
  expect(
    await plan(
      sql`select id from orders where completed_at >= now() - interval '90 days' and completed_at < now()`,
    ),
  ).toContain('orders_completed');
});
