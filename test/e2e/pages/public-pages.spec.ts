import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { routeOf } from '#core/rules/basics/site-paths.ts';
import { layoutFor } from '#core/rules/content/layout.ts';
import { picturesToRender } from '#server/content/sources/pictures-to-render.ts';
import { readContent } from '#server/content/sources/read-content.ts';
import { projectRoot } from '#server/platform/files/project-root.ts';
import { catalogueOf } from '#test/e2e/support/catalogue-facts.ts';
import { legalSlugs, type PublicPage, publicPages } from '#test/e2e/support/public-pages.ts';
import { expectTexts, parseResponse, type RawPage, readPage } from '#test/e2e/support/read-page.ts';
import { readerTest as test } from '#test/e2e/support/visitor-test.ts';
import { isLongRun } from '#test/run-length.ts';

/** Frequent words that do not exist in the other language. */
const germanWords =
  /(?<!\p{L})(?:und|oder|nicht|für|mit|auf|ist|sind|wird|werden|eine|einen|einem|Sie|Ihre?|Ihren|zum|zur|nach|über|keine?|auch|dass|das|dem|ein|wir|bei|aus|sich|durch|haben|noch|jede[rsnm]?|mehr|immer|ohne|wenn|nur|schon|dann|hier|diese[rsnm]?|als|wie|Kurse?|Warenkorb|Weiter)(?!\p{L})/gu;
const englishWords =
  /(?<!\p{L})(?:the|and|with|of|for|is|to|it|we|by|be|can|what|how|has|your|you|are|this|that|from|have|our|please|course|courses)(?!\p{L})/giu;

interface Reader {
  readonly language: 'de' | 'en';
  readonly say: Parameters<PublicPage['heading']>[0];
  readonly site: string;
}

/** Expects title, description, canonical link and heading of a page before any script runs. */
function expectMetadata(raw: RawPage, page: PublicPage, { language, say, site }: Reader): void {
  const path = page.route.replace(/\?.*$/, '');
  const isListed = page.isListed(language);
  // Books, blog and TV are listed in German only, so they have no alternate links.
  const hasAlternates = isListed && !['/buecher', '/tv', '/blog'].includes(path);
  const alternates = {
    de: `${site}/de${path}`,
    en: `${site}/en${path}`,
    'x-default': path === '' ? `${site}/` : `${site}/de${path}`,
  };
  const { description, keywords, robots, 'og:title': shared, 'og:image': picture } = raw.meta;
  expect({ ...raw, robots }, page.route).toMatchObject({
    ...{ status: page.status, language, robots: isListed ? 'index, follow' : 'noindex, follow' },
    canonicals: page.status === 404 ? [] : [`${site}/${language}${path}`],
    headings: [page.heading(say) ?? expect.any(String)],
  });
  expect(raw.alternates, page.route).toEqual(hasAlternates ? alternates : {});
  expect(raw.title, page.route).toMatch(/Meisterhand/);
  expect(description, page.route).toMatch(/^.{25,}$/);
  expect(keywords, page.route).toMatch(/^[^,]{2,}(?:, [^,]{2,}){2,}$/);
  // Sentences of content have a non-breaking hyphen in this word.
  expect(raw.text, page.route).not.toMatch(/(?:per|by|eine|an) e-mail/i);
  expect(shared, page.route).toBe(raw.title);
  expect(picture, page.route).toMatch(/^http.+\.(?:webp|png)$/);
}

/** Returns which layout parts the server rendered. `other` is the code of the other language. */
function readLayout(parser: Page, html: string, labels: Readonly<Record<'bar' | 'help' | 'other', string>>) {
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
  const cases: [cookie: string, languages: string, to: string][] = [
    ['locale=en', 'de-DE,de;q=0.9', '/en'],
    ['locale=de', 'en-GB', '/de'],
    ['locale=fr', 'en-GB,en;q=0.9', '/en'],
    ['', 'fr-FR,en;q=0.8,de;q=0.5', '/en'],
    ['', 'de-AT', '/de'],
    ['', 'fr', '/de'],
    ['', '*', '/de'],
  ];
  for (const [cookie, languages, to] of cases) {
    const response = await request.get('/?utm_source=brief', {
      headers: { Cookie: cookie, 'Accept-Language': languages },
      maxRedirects: 0,
    });
    expect([301, 302, 303, 307, 308]).toContain(response.status());
    expect(response.headers().location, `${cookie} ${languages}`).toBe(`${to}?utm_source=brief`);
    expect(response.headers().vary).toMatch(/Cookie/);
    expect(response.headers().vary).toMatch(/Accept-Language/);
  }
});

test('a locale in upper case redirects to the correct URL', async ({ request }) => {
  const response = await request.get('/DE/kurse?seite=2', { maxRedirects: 0 });
  expect(response.status()).toBe(301);
  expect(response.headers().location).toBe('/de/kurse?seite=2');
});

test('a URL without a known locale is a 404 page in the visitor’s language', async ({
  request,
  parser,
  language,
  say,
}) => {
  for (const path of ['/fr', '/fr/kurse', '/kurse', '/de-AT', `/${language}/kurse/gibt-es-nicht`]) {
    const response = await request.get(path, {
      headers: { 'Accept-Language': language, Cookie: '' },
      maxRedirects: 0,
    });
    expect(response.status(), path).toBe(404);
    const html = await response.text();
    const text = await parser.evaluate(
      (source) => new DOMParser().parseFromString(source, 'text/html').querySelector('h1')?.textContent,
      html,
    );
    expect(text, path).toBe(say('base', 'not_found.title'));
  }
});

test('there is no broken link, no missing file and no page with mixed languages; each has its metadata, the layout parts that the rules define for its path, and pictures that are rendered ahead', {
  tag: '@desktop',
}, async ({ request, parser, language, say, baseURL }) => {
  // Visits every page and every picture; the server renders a picture at its first request.
  const site = baseURL ?? '';
  const other = language === 'de' ? 'en' : 'de';
  const pages = new Map<string, RawPage | null>();
  const sources = new Map<string, string>();
  const files = new Set<string>();
  const anchors: [from: string, path: string, id: string][] = [];
  const waiting = [`/${language}`];
  const broken: string[] = [];

  while (waiting.length > 0) {
    const path = waiting.shift() ?? '';
    if (pages.has(path)) continue;
    const response = await request.get(path);
    if (!response.ok()) broken.push(`${path} (${response.status()})`);
    // Parse only the pages of this language; the project of the other language parses its own.
    const { pathname } = new URL(response.url());
    const isOwn = pathname === `/${language}` || pathname.startsWith(`/${language}/`);
    const isHtml = response.headers()['content-type']?.startsWith('text/html') === true;
    const raw = isOwn && isHtml ? await parseResponse(parser, response) : null;
    pages.set(path, raw);
    if (raw !== null) sources.set(path, await response.text());
    for (const file of raw?.files ?? []) files.add(new URL(file, site).href);
    for (const link of raw?.links ?? []) {
      const target = new URL(link, `${site}${path}`);
      if (target.origin !== site) continue;
      // The same page in the other language: only the long run fetches all of them.
      if (!isLongRun && target.pathname === `/${other}${pathname.slice(3)}`) continue;
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
  // Pictures are the same in both languages.
  const own = [...files].filter((file) => language === 'de' || !file.includes('/pictures/'));
  for (const file of own) {
    const response = await request.get(file);
    if (!response.ok()) broken.push(`${file} (${response.status()})`);
  }
  expect(broken).toEqual([]);
  const foreign = [...pages].flatMap(([path, raw]) => {
    const words = (raw?.ownText ?? '').match(language === 'en' ? germanWords : englishWords) ?? [];
    return words.length === 0 ? [] : [`${path}: ${[...new Set(words)].join(', ')}`];
  });
  expect(foreign).toEqual([]);
  for (const page of publicPages) {
    const address = `/${language}${page.route}`;
    const raw = pages.get(address) ?? (await readPage(request, parser, address));
    expectMetadata(raw, page, { language, say, site });
  }
  expect(pages.size).toBeGreaterThan(25);
  expect(files.size).toBeGreaterThan(25);

  const labels = { bar: say('menu', 'announcement.label'), help: say('menu', 'help'), other };
  const content = await readContent(join(projectRoot, 'content'));
  if (!content.ok) throw new Error('The content files have faults');
  const rendered = new Set(
    picturesToRender(content.value).map((one) => `/pictures/${one.name}-${one.width}.${one.format}`),
  );
  const more = ['/checkout/shop?dialog=address', '/redeem?code=GESCHENK-CLARA', '/redeem/nirgends'];
  for (const route of [...publicPages.map((page) => page.route), ...more]) {
    const address = `/${language}${route}`;
    const html = sources.get(address) ?? (await (await request.get(address)).text());
    // Pictures that operators have uploaded are rendered at the first request.
    const shown = html.match(/\/pictures\/(?!bild-)[\w-]+\.\w+/g) ?? [];
    expect
      .soft(
        shown.filter((picture) => !rendered.has(picture)),
        address,
      )
      .toEqual([]);
    const { pathname } = new URL(address, 'https://shop.example');
    const rules = layoutFor({ path: routeOf(pathname), locale: language });
    expect.soft(await readLayout(parser, html, labels), address).toEqual({
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
