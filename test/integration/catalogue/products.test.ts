import { describe, expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { locales } from '#core/model/values.ts';
import { pictureWidths } from '#core/rules/catalogue/picture-widths.ts';
import { changeRows, insertRows, rowOf } from '#test/integration/support/rows.ts';
import { products } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();

async function list(query: Record<string, string> = {}, language: 'de' | 'en' = 'de') {
  const { value } = await shop.call(endpoints.listProducts, { query, language });
  if (value === null) throw new Error('The products could not be listed');
  return value;
}

const ofKind = (kind: string) => shop.content.products.filter((product) => product.kind === kind);
const slugs = (page: Awaited<ReturnType<typeof list>>) => page.data.map((card) => card.attributes.slug);

describe('the list of products', () => {
  test('shows the products of the content files in the caller’s language', async () => {
    for (const locale of locales) {
      const page = await list({ 'filter[kind]': 'course', 'page[size]': '100' }, locale);
      const courses = ofKind('course');
      expect(page.meta.page).toEqual({ number: 1, size: 100, total: courses.length });
      expect(page.data.map((card) => card.attributes.title)).toEqual(
        courses.map((course) => course.texts[locale].title),
      );
    }
  });

  test('contains number and length of the lessons', async () => {
    const [card] = (await list({ 'filter[kind]': 'course' })).data;
    const course = ofKind('course')[0];
    const lessons = course?.details.kind === 'course' ? course.details.lessons : [];
    expect(card?.attributes).toMatchObject({
      lesson_count: lessons.length,
      length_seconds: lessons.reduce((sum, lesson) => sum + lesson.length_seconds, 0),
      max_quantity: 1,
      is_shipped: false,
      is_fixed_price: false,
    });
    const [book] = (await list({ 'filter[kind]': 'book' })).data;
    expect(book?.attributes).toMatchObject({ lesson_count: null, is_shipped: true, is_fixed_price: true });
  });

  test('is read page by page without gaps or repeats, with links around each page', async () => {
    const all = slugs(await list({ 'page[size]': '100' }));
    const size = 7;
    const count = Math.ceil(all.length / size);
    const pages = await Promise.all(
      Array.from({ length: count + 1 }, (_, index) =>
        list({ 'page[size]': String(size), 'page[number]': String(index + 1) }),
      ),
    );
    expect(pages.flatMap(slugs)).toEqual(all);
    expect(pages.at(-1)).toMatchObject({ data: [], meta: { page: { total: all.length } } });
    expect(pages[0]?.links).toEqual({
      self: expect.stringContaining('page%5Bnumber%5D=1&'),
      first: expect.stringContaining('page%5Bnumber%5D=1&'),
      last: expect.stringContaining(`page%5Bnumber%5D=${count}&`),
      prev: null,
      next: expect.stringContaining('page%5Bnumber%5D=2&'),
    });
    const next = await shop.send((pages[0]?.links.next ?? '').replace('/api', ''));
    expect((await next.json()).data).toEqual(pages[1]?.data);
  });

  test.each([
    ['price', (one: number, other: number) => one - other],
    ['-price', (one: number, other: number) => other - one],
  ])('sorts by %s', async (sort, compare) => {
    const prices = (await list({ sort, 'page[size]': '100' })).data.map((card) => card.attributes.price);
    expect(prices).toEqual(prices.toSorted(compare));
  });

  test('sorts by title in the order of the language', async () => {
    for (const locale of locales) {
      const page = await list({ sort: 'title', 'filter[kind]': 'course' }, locale);
      const titles = page.data.map((card) => card.attributes.title);
      expect(titles).toEqual(titles.toSorted(new Intl.Collator(locale).compare));
    }
  });

  test('filters by group and counts all groups of the kind', async () => {
    const { meta } = await list({ 'filter[kind]': 'course' });
    const expected = shop.content.categories.groups
      .map(({ identifier, title }) => ({
        identifier,
        title: title.de,
        count: ofKind('course').filter((course) => course.group === identifier).length,
      }))
      .filter((group) => group.count > 0);
    expect(meta.groups).toEqual(expected);
    const [group] = expected;
    const narrowed = await list({ 'filter[kind]': 'course', 'filter[group]': group?.identifier ?? '' });
    expect(narrowed.meta).toMatchObject({ page: { total: group?.count }, groups: expected });
    expect(narrowed.data).toHaveLength(group?.count ?? 0);
    const withoutHits = { 'filter[group]': group?.identifier ?? '', 'filter[q]': 'xyzzyplugh' };
    const { groups, facets } = (await list(withoutHits)).meta;
    expect([groups, facets], 'the chosen group stays').toEqual([[{ ...group, count: 0 }], []]);
    const nothing = await list({ 'filter[group]': 'gibt-es-nicht' });
    expect(nothing).toMatchObject({ data: [], meta: { page: { total: 0 } } });
  });

  test('keeps the texts of the requested language on a page in another language', async () => {
    const page = await list({ 'filter[kind]': 'book', language: 'de' }, 'en');
    expect(page.data.map((card) => card.attributes.title)).toEqual(
      ofKind('book').map((book) => book.texts.de.title),
    );
  });

  test('marks products that are sold out', async () => {
    const [empty] = ofKind('book');
    await changeRows(shop.db, 'products', { id: empty?.id ?? '' }, { stock: 0 });
    const page = await list({ 'filter[kind]': 'book' });
    const card = page.data.find(({ id }) => id === empty?.id);
    expect(card?.attributes.is_available).toBe(false);
    await changeRows(shop.db, 'products', { id: empty?.id ?? '' }, { stock: empty?.stock ?? null });
  });

  test('leaves out products that are not for sale, like every other response', async () => {
    const [course, book] = ['course-albrecht-duerer', 'book-das-buch-vom-messen'];
    const paths = {
      list: '/products?page[size]=100',
      found: '/products?filter[q]=dürer&page[size]=100',
      search: '/search?q=dürer',
      cards: `/product_cards?ids=${course},${book}`,
      page: '/products/albrecht-duerer',
      partner: '/products/maria-sibylla-merian',
      master: '/masters/albrecht-duerer',
      post: '/posts/die-schnur-an-der-wand',
      bundles: '/cart/bundles',
      campaign: '/contents/campaigns/auge-und-hand',
    };
    const placesOf = async (id: string) => {
      const places = Object.entries(paths).map(async ([place, path]) => {
        const text = await (await shop.send(path)).text();
        return text.includes(`"${id}"`) ? [place] : [];
      });
      return (await Promise.all(places)).flat();
    };
    expect(await placesOf(course)).toEqual(Object.keys(paths));
    expect(await placesOf(book)).toEqual(expect.arrayContaining(['list', 'cards', 'page', 'master']));
    await changeRows(shop.db, 'products', { id: course }, { is_active: false });
    expect(await placesOf(course)).toEqual([]);
    expect((await list({ 'filter[kind]': 'course' })).meta.page.total).toBe(ofKind('course').length - 1);
    const gone = await shop.call(endpoints.getProduct, { params: { slug: 'albrecht-duerer' } });
    expect([gone.status, gone.codes]).toEqual([410, ['GONE']]);
    await changeRows(shop.db, 'products', { id: course }, { is_active: true });
    await changeRows(shop.db, 'products', { id: book }, { is_active: false });
    expect(await placesOf(book)).toEqual([]);
    await changeRows(shop.db, 'products', { id: book }, { is_active: true });
  });

  test('takes one query', async () => {
    const { result, queries } = await counted(() =>
      list({ 'filter[kind]': 'course', 'filter[q]': 'zeichnen' }),
    );
    expect(result.meta.page.total).toBeGreaterThan(0);
    expect(queries).toBe(1);
  });
});

describe('searching', () => {
  const find = async (q: string, language: 'de' | 'en' = 'de') =>
    slugs(await list({ 'filter[kind]': 'course', 'filter[q]': q }, language));

  test.each([
    ['a master', 'Dürer'],
    ['without an accent', 'durer'],
    ['spelt out', 'duerer'],
    ['with a wrong letter', 'Dührer'],
    ['the whole name', 'albrecht dürer'],
    ['half a word', 'alb'],
    ['another form of a word', 'zeichnend'],
    ['two words of different places', 'dürer zeichnen'],
  ])('finds the course by %s', async (_, q) => {
    expect(await find(q)).toContain('albrecht-duerer');
  });

  test.each([
    ['drawing', 'albrecht-duerer'],
    ['draws', 'albrecht-duerer'],
    ['Schumann', 'clara-schumann'],
    ['shumann', 'clara-schumann'],
  ])('finds %s in English', async (q, slug) => {
    expect(await find(q, 'en')).toContain(slug);
  });

  test('shows the best match first', async () => {
    expect((await find('Clara Schumann'))[0]).toBe('clara-schumann');
  });

  test.each(['xyzzyplugh', '!!!', '& | ! ( ) : * \\', "'; drop table products; --", '%', '_', '🎨'])(
    'for %s finds nothing and causes no error',
    async (q) => {
      const page = await list({ 'filter[q]': q });
      expect(page).toMatchObject({ data: [], meta: { page: { total: 0 }, groups: [] } });
      expect(shop.faults).toEqual([]);
    },
  );

  test('for an empty text lists everything', async () => {
    expect((await list({ 'filter[q]': '  ' })).meta.page.total).toBe(shop.content.products.length);
  });
});

describe('a product’s page', () => {
  test('of every product fits its schema in both languages', async () => {
    for (const { slug, texts } of shop.content.products) {
      for (const language of locales) {
        const { value } = await shop.call(endpoints.getProduct, { params: { slug }, language });
        expect(value?.data.attributes.description).toEqual(texts[language].description);
      }
    }
  });

  test('of a course has its lessons, its master and its books', async () => {
    const { value } = await shop.call(endpoints.getProduct, {
      params: { slug: 'albrecht-duerer' },
      language: 'en',
    });
    const course = shop.content.products.find((product) => product.id === 'course-albrecht-duerer');
    const master = shop.content.masters.find((one) => one.slug === 'albrecht-duerer');
    const details = value?.data.attributes.details;
    if (details?.kind !== 'course') throw new Error('This is no course');
    expect(details.parts).toEqual(course?.texts.en.parts);
    expect(details.master).toMatchObject({
      lastname: 'Dürer',
      biography: master?.texts.en.biography,
      picture: master?.picture,
    });
    // The same values under the names of the product's specification.
    const { name, title, person } = value?.data.attributes ?? {};
    expect(name).toBe(title);
    expect(person?.portrait).toEqual({ full: `/pictures/${master?.picture}-1200.webp` });
    expect(pictureWidths).toContain(1200);
    expect(details.companions.map(({ id }) => id)).toEqual([products.book]);
    expect(details.gift).toBe('geschenk-albrecht-duerer');
    expect(details.rating).toBeNull();
    expect(value?.data.attributes.delivery_note).toBe('Immediately after payment');
  });

  test('of a book contains manufacturer and delivery time', async () => {
    const { value } = await shop.call(endpoints.getProduct, { params: { slug: 'das-buch-vom-messen' } });
    const details = value?.data.attributes.details;
    if (details?.kind !== 'book') throw new Error('This is no book');
    expect(details.manufacturer.name).not.toBe('');
    expect(details.companions.map((card) => card.attributes.slug)).toContain('albrecht-duerer');
    expect(value?.data.attributes.delivery_note).toContain(shop.content.shop.delivery_time.de);
  });

  test('takes one query', async () => {
    const { queries } = await counted(() =>
      shop.call(endpoints.getProduct, { params: { slug: 'albrecht-duerer' } }),
    );
    expect(queries).toBe(1);
  });

  test('is not found for another slug', async () => {
    for (const slug of ['niemand', 'a'.repeat(80), 'Ä', '%00', '..', 'constructor'])
      expect((await shop.call(endpoints.getProduct, { params: { slug } })).status, slug).toBe(404);
  });
});

describe('contents', () => {
  test('the announcement bar', async () => {
    const { value } = await shop.call(endpoints.getAnnouncement, { language: 'en' });
    const { greenbar } = shop.content;
    expect(value?.data).toEqual({
      is_active: greenbar.is_active,
      properties: { text: greenbar.text.en, url: greenbar.url.en },
    });
  });

  test('the legal pages of both languages', async () => {
    for (const [slug, texts] of Object.entries(shop.content.legal)) {
      for (const language of locales) {
        const { value } = await shop.call(endpoints.getContentPage, { params: { slug }, language });
        expect(value?.data.attributes).toMatchObject({
          title: texts[language].title,
          description: texts[language].seo_description,
          version: texts[language].version,
        });
        expect(value?.data.attributes.html).toContain('<h2');
      }
    }
    expect((await shop.call(endpoints.getContentPage, { params: { slug: 'nirgends' } })).status).toBe(404);
  });

  test('the shop itself', async () => {
    const { value } = await shop.call(endpoints.getShopFacts, { language: 'en' });
    expect(value?.data).toMatchObject({
      name: shop.content.shop.brand.name,
      claim: shop.content.shop.brand.claim.en,
      delivery_countries: ['DE', 'AT', 'CH'],
      has_mailbox: true,
      opening: { lines: shop.content.opening_lines },
    });
    expect(shop.content.opening_lines.length).toBeGreaterThan(5);
  });

  test('may be cached only with revalidation', async () => {
    const { headers } = await shop.call(endpoints.getProduct, { params: { slug: 'albrecht-duerer' } });
    expect(headers.get('Cache-Control')).toBe('no-cache');
    expect(headers.get('Vary')).toBe('X-App-Language, Accept-Language, Authorization');
    expect(headers.get('Content-Language')).toBe('de');
  });
});

/** Runs `work` and returns its result with the number of SQL statements that it sent. */
async function counted<Value>(work: () => Promise<Value>): Promise<{ result: Value; queries: number }> {
  const executor = shop.db.getExecutor();
  const { executeQuery } = executor;
  let queries = 0;
  Object.assign(executor, {
    executeQuery: (...args: Parameters<typeof executeQuery>) => {
      queries += 1;
      return executeQuery.apply(executor, args);
    },
  });
  try {
    return { result: await work(), queries };
  } finally {
    Object.assign(executor, { executeQuery });
  }
}

async function detailsOf(slug: string, language: 'de' | 'en') {
  const page = await shop.call(endpoints.getProduct, { params: { slug }, language });
  const details = page.value?.data.attributes.details;
  if (details === undefined || !('warnings' in details)) throw new Error(`${slug} is not sold as goods`);
  return details;
}

test('goods contain their manufacturer and, in the language of the call, their warnings, if any', async () => {
  const german = await detailsOf('druckwerkstatt', 'de');
  const english = await detailsOf('druckwerkstatt', 'en');
  expect(german.manufacturer?.email).toMatch(/@/);
  expect(german.warnings).toEqual([expect.stringMatching(/scharf/)]);
  expect(english.warnings).toEqual([expect.stringMatching(/sharp/)]);
  expect((await detailsOf('fuenf-saucen', 'de')).warnings).toEqual([]);
});

test('cards of goods contain manufacturer and warnings on every page; cards of other products do not', async () => {
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

test('bundle offers contain manufacturer and warnings of each of their products', async () => {
  const box = await rowOf(shop.db, 'products', { slug: 'druckwerkstatt' });
  const texts = { title: 'Kurs und Kasten', description: '' };
  await insertRows(shop.db, 'bundles', {
    id: 'kurs-und-kasten',
    product_ids: ['course-albrecht-duerer', box.id],
    price_cents: 10_000,
    texts: JSON.stringify({ de: texts, en: texts }),
  });
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
