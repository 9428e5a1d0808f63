import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import type { CourseDetails, ProductPage } from '#core/model/product.ts';
import { layoutFor } from '#core/rules/layout.ts';
import { formatPrice } from '#core/rules/money.ts';
import { routeOf } from '#core/rules/navigation.ts';
import { catalogueOf } from '#test/e2e/support/catalogue.ts';
import { legalSlugs, publicPages } from '#test/e2e/support/public-pages.ts';
import type { RawPage } from '#test/e2e/support/read-page.ts';
import { parseResponse, readPage } from '#test/e2e/support/read-page.ts';
import { readerTest as test } from '#test/e2e/support/visitor-test.ts';

/** Returns a formatted value as visible text, with white space collapsed as in `readPage`. */
const collapsed = (text: string) => text.replace(/[\s\u00ad]+/g, ' ').trim();

function expectTexts(raw: RawPage, texts: readonly string[]): void {
  for (const text of texts) expect(raw.text).toContain(collapsed(text));
}

/** Frequent words that do not exist in the other language. */
const germanWords =
  /(?<!\p{L})(?:und|oder|nicht|für|mit|auf|ist|sind|wird|werden|eine|einen|einem|Sie|Ihre?|Ihren|zum|zur|nach|über|keine?|auch|dass|das|dem|ein|wir|bei|aus|sich|durch|haben|noch|jede[rsnm]?|mehr|immer|ohne|wenn|nur|schon|dann|hier|diese[rsnm]?|als|wie|Kurse?|Warenkorb|Weiter)(?!\p{L})/gu;
const englishWords =
  /(?<!\p{L})(?:the|and|with|of|for|is|to|it|we|by|be|can|what|how|has|your|you|are|this|that|from|have|our|please|course|courses)(?!\p{L})/giu;

const markupOf = (raw: RawPage, type: string) =>
  raw.structuredData.filter((block) => block['@type'] === type);

for (const page of publicPages) {
  test(`${page.route || '/'} has title, description, canonical link and heading before any script runs`, async ({
    request,
    parser,
    language,
    say,
    baseURL,
  }) => {
    const raw = await readPage(request, parser, `/${language}${page.route}`);
    const path = page.route.replace(/\?.*$/, '');
    const isListed = page.isListed(language);

    expect(raw.status).toBe(page.status);
    expect(raw.language).toBe(language);
    expect(raw.title).toMatch(/Meisterhand/);
    expect(raw.meta.description).toMatch(/^.{25,}$/);
    expect(raw.meta.robots).toBe(isListed ? 'index, follow' : 'noindex, follow');
    expect(raw.canonicals).toEqual(page.status === 404 ? [] : [`${baseURL}/${language}${path}`]);
    // Books, blog and TV are listed in German only, so they have no alternate links.
    const hasAlternates = isListed && !['/buecher', '/tv', '/blog'].includes(path);
    expect(raw.alternates).toEqual(
      hasAlternates
        ? {
            de: `${baseURL}/de${path}`,
            en: `${baseURL}/en${path}`,
            'x-default': path === '' ? `${baseURL}/` : `${baseURL}/de${path}`,
          }
        : {},
    );
    expect(raw.headings).toHaveLength(1);
    const heading = page.heading(say);
    if (heading !== null) expect(raw.headings).toEqual([heading]);
    expect(raw.meta['og:title']).toBe(raw.title);
    expect(raw.meta['og:image']).toMatch(/^http.+\.(?:webp|png)$/);
  });
}

/** Returns which layout parts the server rendered. `other` is the code of the other language. */
function readFrame(parser: Page, html: string, labels: Readonly<Record<'bar' | 'help' | 'other', string>>) {
  return parser.evaluate(
    ([source, { bar, help, other }]) => {
      const page = new DOMParser().parseFromString(source, 'text/html');
      const has = (selector: string) => page.querySelector(selector) !== null;
      return {
        navigation: has('header nav ul'),
        announcement_bar: has(`section[aria-label="${bar}"]`),
        language_switcher: has(`header a[hreflang="${other}"]`),
        help_button: has(`a[aria-label="${help}"]`),
        footer_links: has('footer nav h2'),
        legal_links: has('footer a[href$="/impressum"]'),
        copyright: page.querySelector('footer')?.textContent?.includes('©') === true,
      };
    },
    [html, labels] as const,
  );
}

test('every page has the layout parts that the rules define for its path', async ({
  request,
  parser,
  language,
  say,
}) => {
  const other = language === 'de' ? 'en' : 'de';
  const labels = { bar: say('menu', 'announcement.label'), help: say('menu', 'help'), other };
  const more = ['/checkout/shop?dialog=address', '/redeem?code=GESCHENK-CLARA', '/redeem/nirgends'];
  for (const route of [...publicPages.map((page) => page.route), ...more]) {
    const address = `/${language}${route}`;
    const html = await (await request.get(address)).text();
    const { pathname } = new URL(address, 'https://shop.example');
    const rules = layoutFor({ path: routeOf(pathname), locale: language });
    expect.soft(await readFrame(parser, html, labels), address).toEqual({
      navigation: rules.navigation,
      announcement_bar: rules.announcement_bar,
      language_switcher: rules.language_switcher,
      help_button: rules.help_button,
      footer_links: rules.footer_links,
      legal_links: true,
      copyright: rules.copyright,
    });
  }
});

test('pages that search engines may list have unique titles and descriptions', async ({
  request,
  parser,
  language,
}) => {
  const courses = (await catalogueOf(request, language).list('course')).map(({ slug }) => `/kurse/${slug}`);
  const listed = publicPages
    .filter((page) => page.isListed(language) && !page.route.includes('?') && !page.route.includes('/kurse/'))
    .map(({ route }) => route);
  const seen: RawPage[] = [];
  for (const route of [...listed, ...courses])
    seen.push(await readPage(request, parser, `/${language}${route}`));
  expect(new Set(seen.map(({ title }) => title)).size).toBe(seen.length);
  expect(new Set(seen.map(({ meta }) => meta.description)).size).toBe(seen.length);
});

test('a shared course shows its own preview picture, with its title in the visitor’s language', async ({
  request,
  parser,
  language,
}) => {
  const raw = await readPage(request, parser, `/${language}/kurse/clara-schumann`);
  const { 'og:image': image = '', 'og:image:width': width, 'og:image:height': height } = raw.meta;
  expect(image).toContain(`/pictures/teilen-clara-schumann-${language}-1200.png`);
  expect(raw.meta['twitter:image']).toBe(image);
  expect(raw.meta['twitter:card']).toBe('summary_large_image');
  const png = await (await request.get(image)).body();
  // The first chunk of a PNG file (IHDR) contains width and height.
  expect([png.readUInt32BE(16), png.readUInt32BE(20)].map(String)).toEqual([width, height]);
  expect([width, height]).toEqual(['1200', '630']);
});

/** Returns all texts that a course page must show. */
function courseTexts(course: ProductPage & { readonly details: CourseDetails }, language: 'de' | 'en') {
  const { details } = course;
  return [
    course.title,
    details.lead,
    formatPrice(course.price, language),
    ...course.description,
    ...details.goals,
    details.material,
    details.level,
    ...details.parts.flatMap((part) => [part.title, ...part.lessons.map((lesson) => lesson.title)]),
    `${details.master.firstname} ${details.master.lastname}`.trim(),
    ...details.master.biography,
    ...details.questions.flatMap(({ question, answer }) => [question, answer]),
    ...details.companions.map((book) => book.title),
  ];
}

test('each of the twelve course pages contains all course data, also as structured data', async ({
  request,
  parser,
  language,
  baseURL,
}) => {
  const catalogue = catalogueOf(request, language);
  const courses = await catalogue.list('course');
  expect(courses.length).toBeGreaterThanOrEqual(12);
  for (const { slug } of courses) {
    await test.step(slug, async () => {
      const course = await catalogue.product(slug);
      if (course.details.kind !== 'course') throw new Error(`${slug} is no course`);
      const address = `${baseURL}/${language}/kurse/${slug}`;
      const raw = await readPage(request, parser, address);
      expect(raw.canonicals).toEqual([address]);
      expect(raw.headings).toEqual([course.title]);
      expectTexts(raw, courseTexts({ ...course, details: course.details }, language));

      const [product, ...others] = markupOf(raw, 'Product');
      expect(others).toEqual([]);
      expect(product).toMatchObject({
        name: course.seo_markup.name,
        description: course.seo_markup.description,
        image: expect.stringMatching(new RegExp(`^${baseURL}/pictures/${course.picture}-\\d+\\.webp$`)),
        offers: {
          price: (course.price / 100).toFixed(2),
          priceCurrency: 'EUR',
          availability: 'https://schema.org/OnlineOnly',
        },
      });
      // A rating is calculated from the reviews of owners; a course without reviews has no rating.
      expect(product?.aggregateRating !== undefined).toBe(course.details.rating !== null);
    });
  }
});

test('the course list contains every course, also as structured data', async ({
  request,
  parser,
  language,
  baseURL,
}) => {
  const courses = await catalogueOf(request, language).list('course');
  const raw = await readPage(request, parser, `/${language}/kurse`);
  expectTexts(
    raw,
    courses.flatMap((course) => [course.title, formatPrice(course.price, language)]),
  );
  const [list] = markupOf(raw, 'ItemList');
  expect(list).toMatchObject({
    numberOfItems: courses.length,
    itemListElement: courses.map((course, index) => ({
      position: index + 1,
      name: course.title,
      url: `${baseURL}/${language}/kurse/${course.slug}`,
    })),
  });
  const home = await readPage(request, parser, `/${language}`);
  expectTexts(
    home,
    courses.map(({ title }) => title),
  );
});

test('a category and a search filter the list without JavaScript', async ({
  request,
  parser,
  language,
  say,
}) => {
  const courses = await catalogueOf(request, language).list('course');
  const group = courses[0]?.group?.identifier ?? '';
  const namesIn = async (query: string) => {
    const raw = await readPage(request, parser, `/${language}/kurse?${query}`);
    const [list] = markupOf(raw, 'ItemList');
    const items = (list?.itemListElement ?? []) as readonly { readonly name: string }[];
    return { raw, names: items.map(({ name }) => name) };
  };
  const inGroup = courses.filter((course) => course.group?.identifier === group).map(({ title }) => title);
  expect((await namesIn(`gruppe=${group}`)).names).toEqual(inGroup);

  const found = await namesIn('q=D%C3%BCrer');
  expect(found.names).toContain(courses.find(({ slug }) => slug === 'albrecht-duerer')?.title);
  expect(found.names.length).toBeLessThan(courses.length);

  const nothing = await namesIn('q=xylophon');
  expect(nothing.names).toEqual([]);
  expectTexts(nothing.raw, [say('base', 'courses.empty_title'), say('base', 'courses.empty_link')]);
});

test('books are in the German list and on German pages, and English readers see a note', async ({
  request,
  parser,
  language,
  say,
  baseURL,
}) => {
  const catalogue = catalogueOf(request, 'de');
  const books = await catalogue.list('book');
  const list = await readPage(request, parser, `/${language}/buecher`);
  expectTexts(list, [...books.map(({ title }) => title)]);
  if (language === 'en') expectTexts(list, [say('base', 'books.note')]);
  else expect(markupOf(list, 'ItemList')).toMatchObject([{ numberOfItems: books.length }]);

  for (const { slug } of books) {
    const address = `${baseURL}/de/buecher/${slug}`;
    expect(list.links).toContain(`/de/buecher/${slug}`);
    const book = await catalogue.product(slug);
    if (book.details.kind !== 'book') throw new Error(`${slug} is no book`);
    const raw = await readPage(request, parser, address);
    expect(raw.headings).toEqual([book.title]);
    expect(raw.canonicals).toEqual([address]);
    expectTexts(raw, [
      formatPrice(book.price, 'de'),
      ...book.description,
      book.details.isbn,
      book.details.manufacturer.name,
      book.details.manufacturer.email,
    ]);
    expect(markupOf(raw, 'Product')).toMatchObject([
      { name: book.seo_markup.name, offers: { price: (book.price / 100).toFixed(2), priceCurrency: 'EUR' } },
    ]);
    const english = await request.get(`/en/buecher/${slug}`, { maxRedirects: 0 });
    expect(english.headers().location).toBe(`/de/buecher/${slug}`);
  }
});

test('legal pages contain their full text, with and without a slash at the end of the URL', async ({
  request,
  parser,
  language,
  baseURL,
}) => {
  const catalogue = catalogueOf(request, language);
  const tag = language === 'de' ? 'de-DE' : 'en-GB';
  const longDay = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' });
  for (const slug of legalSlugs) {
    const content = await catalogue.contentPage(slug);
    const whole = await parser.evaluate(
      (html) => new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '',
      content.html,
    );
    for (const address of [`/${language}/${slug}`, `/${language}/${slug}/`]) {
      const raw = await readPage(request, parser, address);
      expect(raw.headings, address).toEqual([content.title]);
      expectTexts(raw, [whole, longDay.format(new Date(content.version))]);
      expect(raw.canonicals).toEqual([`${baseURL}/${language}/${slug}`]);
    }
  }
});

test('the root URL redirects by the locale cookie, then by the browser’s languages, then to German', async ({
  request,
}) => {
  const ways: [cookie: string, languages: string, to: string][] = [
    ['locale=en', 'de-DE,de;q=0.9', '/en'],
    ['locale=de', 'en-GB', '/de'],
    ['locale=fr', 'en-GB,en;q=0.9', '/en'],
    ['', 'fr-FR,en;q=0.8,de;q=0.5', '/en'],
    ['', 'de-AT', '/de'],
    ['', 'fr', '/de'],
    ['', '*', '/de'],
  ];
  for (const [cookie, languages, to] of ways) {
    const answer = await request.get('/?utm_source=brief', {
      headers: { Cookie: cookie, 'Accept-Language': languages },
      maxRedirects: 0,
    });
    expect([301, 302, 303, 307, 308]).toContain(answer.status());
    expect(answer.headers().location, `${cookie} ${languages}`).toBe(`${to}?utm_source=brief`);
    expect(answer.headers().vary).toMatch(/Cookie/);
    expect(answer.headers().vary).toMatch(/Accept-Language/);
  }
});

test('a locale in upper case redirects to the correct URL', async ({ request }) => {
  const answer = await request.get('/DE/kurse?seite=2', { maxRedirects: 0 });
  expect(answer.status()).toBe(301);
  expect(answer.headers().location).toBe('/de/kurse?seite=2');
});

test('a URL without a known locale is a 404 page in the visitor’s language', async ({
  request,
  parser,
  language,
  say,
}) => {
  for (const path of ['/fr', '/fr/kurse', '/kurse', '/de-AT', `/${language}/kurse/gibt-es-nicht`]) {
    const answer = await request.get(path, {
      headers: { 'Accept-Language': language, Cookie: '' },
      maxRedirects: 0,
    });
    expect(answer.status(), path).toBe(404);
    const html = await answer.text();
    const text = await parser.evaluate(
      (source) => new DOMParser().parseFromString(source, 'text/html').querySelector('h1')?.textContent,
      html,
    );
    expect(text, path).toBe(say('base', 'not_found.title'));
  }
});

test('there is no broken link, no missing file, and no page with mixed languages', async ({
  request,
  parser,
  language,
  baseURL,
}) => {
  // Visits every page and every picture; the server renders a picture at its first request.
  test.setTimeout(300_000);
  const site = baseURL ?? '';
  const pages = new Map<string, RawPage | null>();
  const files = new Set<string>();
  const anchors: [from: string, path: string, id: string][] = [];
  const waiting = [`/${language}`];
  const broken: string[] = [];

  while (waiting.length > 0) {
    const path = waiting.shift() ?? '';
    if (pages.has(path)) continue;
    const answer = await request.get(path);
    if (!answer.ok()) broken.push(`${path} (${answer.status()})`);
    // Parse only the pages of this language; the project of the other language parses its own.
    const { pathname } = new URL(answer.url());
    const isOwn = pathname === `/${language}` || pathname.startsWith(`/${language}/`);
    const isHtml = answer.headers()['content-type']?.startsWith('text/html') === true;
    const raw = isOwn && isHtml ? await parseResponse(parser, answer) : null;
    pages.set(path, raw);
    for (const file of raw?.files ?? []) files.add(new URL(file, site).href);
    for (const link of raw?.links ?? []) {
      const target = new URL(link, `${site}${path}`);
      if (target.origin !== site) continue;
      // Every page links to the login with its own URL in `returnTo`: check only one of these links.
      target.searchParams.delete('returnTo');
      const next = `${target.pathname}${target.search}`;
      if (target.hash !== '') anchors.push([path, next, decodeURIComponent(target.hash.slice(1))]);
      waiting.push(next);
    }
  }
  for (const [from, path, id] of anchors) {
    const target = pages.get(path);
    if (target != null && !target.ids.includes(id)) broken.push(`${from} → ${path}#${id}`);
  }
  for (const file of files) {
    const answer = await request.get(file);
    if (!answer.ok()) broken.push(`${file} (${answer.status()})`);
  }
  expect(broken).toEqual([]);
  const foreign = [...pages].flatMap(([path, raw]) => {
    const words = (raw?.ownText ?? '').match(language === 'en' ? germanWords : englishWords) ?? [];
    return words.length === 0 ? [] : [`${path}: ${[...new Set(words)].join(', ')}`];
  });
  expect(foreign).toEqual([]);
  expect(pages.size).toBeGreaterThan(25);
  expect(files.size).toBeGreaterThan(25);
});
