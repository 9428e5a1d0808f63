import { expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { isSingle, type RecordType, recordTypes } from '#core/model/catalogue-record.ts';
import { locales } from '#core/model/values.ts';
import { sitemapRoutes } from '#server/catalogue/sitemap-routes.ts';
import { manifestRoutes } from '#server/content/manifest-routes.ts';
import { openCatalogueDesk } from '#test/integration/support/catalogue-desk.ts';
import { openTestPages } from '#test/integration/support/read-pages.ts';
import { filmIsReady } from '#test/integration/support/ready-films.ts';
import { addressOf, createSubject, sampleCalls, sendSample } from '#test/integration/support/sample-calls.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();
const desk = await openCatalogueDesk(shop, 'owner');

/** A word that no content has, and how responses may contain it. */
const word = 'Zwiebelfisch';
let told = /zwiebelfisch/i;

/** Returns a record with the word in every text, also in references: a draft may have faults. */
function marked(value: unknown): unknown {
  if (typeof value === 'string') return `${word} ${value}`;
  if (Array.isArray(value)) return value.map(marked);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, marked(item)]));
}

/**
 * Returns a record with the word in its title or a similar field, else in that of its first part: it has no faults, so
 * it can be planned. Null without such a field.
 */
function titled(value: object): object | null {
  const fields = new Map<string, unknown>(Object.entries(value));
  const name = ['title', 'motto', 'text'].find((one) => fields.has(one));
  if (name !== undefined) {
    const text = fields.get(name);
    const next = typeof text === 'string' ? `${word} ${text}` : { de: `${word} de`, en: `${word} en` };
    return { ...value, [name]: next };
  }
  for (const [part, item] of fields) {
    const next = typeof item === 'object' && item !== null ? titled(item) : null;
    if (next !== null)
      return Array.isArray(value) ? value.with(Number(part), next) : { ...value, [part]: next };
  }
  return null;
}

/** The path below which each type has its pages. */
const lists = {
  ...{ course: 'kurse', book: 'buecher', gift: 'geschenke', voucher: 'geschenke', gift_box: 'geschenkboxen' },
  ...{ master: 'experten', post: 'blog', campaign: 'angebote' },
} as const;

const newSlug = (type: RecordType) => `zwiebelfisch-${type.replaceAll('_', '-')}`;

/**
 * Saves a draft of a published record, a draft of a new one, and a plan for tomorrow, of each type. Returns the slugs
 * of the published records.
 */
async function writeDrafts(): Promise<readonly string[]> {
  const rows = await shop.db
    .selectFrom('catalogue_records')
    .select(['type', 'slug'])
    .distinctOn('type')
    .orderBy('type')
    .orderBy('slug')
    .execute();
  expect(new Set(rows.map(({ type }) => type))).toEqual(new Set(recordTypes));
  for (const row of rows) {
    const key = { type: row.type as RecordType, slug: row.slug };
    const { value } = await desk.read(key);
    const tomorrow = shop.context.clock.now() + 24 * 60 * 60_000;
    // A changed legal text needs a new version.
    if (key.type !== 'legal') {
      const next = titled(value);
      if (next === null) throw new Error(`${key.type} has no title.`);
      const planned = await desk.save(key, next, { at: tomorrow });
      expect([key.type, planned.value?.meta.faults, planned.codes]).toEqual([key.type, [], []]);
    }
    const draft = marked(value) as Record<string, unknown>;
    expect((await desk.save(key, draft, { publishes: false })).codes).toEqual([]);
    const made = await desk.write({ type: key.type, slug: newSlug(key.type) }, draft, { publishes: false });
    const isOnlyOne = key.type === 'legal' || isSingle(key.type);
    expect([key.type, made.codes]).toEqual([key.type, isOnlyOne ? ['NOT_FOUND'] : []]);
  }
  return rows.map(({ slug }) => slug);
}

/** Returns robots.txt and the files of the sitemap by their paths. */
async function sitemapFiles(): Promise<ReadonlyMap<string, string>> {
  const app = sitemapRoutes(shop.context);
  const files = new Map<string, string>();
  const read = async (path: string) => files.set(path, await (await app.request(path)).text());
  await read('/robots.txt');
  await read('/sitemap.xml');
  for (const path of pathsIn(files.get('/sitemap.xml') ?? '')) await read(path);
  return files;
}

const pathsIn = (xml: string) =>
  [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname);

test('a draft or a plan is in no response, page, search, sitemap or offline copy', async () => {
  const drafted = await writeDrafts();
  // Films in drafts: of a trailer and of a free lesson.
  const ready = ['trailer-albrecht-duerer', 'duerer-das-leere-blatt'];
  const films = await Promise.all(ready.map((name) => filmIsReady(shop, name)));
  told = new RegExp([told.source, ...films].join('|'), 'i');
  const { value: trailer } = await shop.call(endpoints.getProduct, { params: { slug: 'albrecht-duerer' } });
  expect(trailer?.data.attributes.trailer_is_adaptive, 'the film of a draft').toBe(false);
  const leaks: string[] = [];
  const note = (place: string, text: string) => {
    if (told.test(text)) leaks.push(place);
  };

  const subject = await createSubject(shop);
  const calls = sampleCalls(subject).filter(({ endpoint }) => endpoint.method === 'GET');
  for (const call of calls) note(addressOf(call), await (await sendSample(shop, call)).text());
  const queries = ['search', 'products', 'posts'].flatMap((list) => [
    `/${list}?q=${word}`,
    `/${list}?filter[q]=${word}`,
  ]);
  const named = recordTypes.flatMap((type) => [
    `/products/${newSlug(type)}`,
    `/masters/${newSlug(type)}`,
    `/posts/${newSlug(type)}`,
    `/contents/campaigns/${newSlug(type)}`,
    `/contents/pages/${newSlug(type)}`,
  ]);
  for (const path of [...queries, ...named]) {
    // A response may repeat the search text, so only its data is checked.
    const response = await shop.send(path);
    note(path, JSON.stringify((await response.json()).data ?? []));
  }

  const files = await sitemapFiles();
  for (const [path, text] of files) note(path, text);
  const manifests = manifestRoutes(shop.context);
  for (const locale of locales) {
    const path = `/manifest.${locale}.webmanifest`;
    note(path, await (await manifests.request(path)).text());
  }

  const browser = (await openTestPages(shop)).openBrowser();
  const listed = [...files.values()].flatMap(pathsIn).filter((path) => !path.endsWith('.xml'));
  // Lists, single pages, and the pages of records with a draft.
  const shown = listed.filter((path) => {
    const [, , list, slug] = path.split('/');
    return slug === undefined || drafted.includes(slug) || list === undefined;
  });
  expect(shown.length, 'pages').toBeGreaterThan(30);
  const campaigns = ['/de/angebote/herbst', '/en/specials/winterlos'];
  for (const path of [...shown, ...campaigns]) {
    const page = await browser.get(path);
    expect([path, page.status]).toEqual([path, 200]);
    note(path, await page.text());
  }
  // Offline copies consist of these documents or of the data of the same pages.
  for (const path of shown.slice(0, 12))
    note(`${path}.data`, await (await browser.get(`${path}.data`)).text());
  for (const [type, list] of Object.entries(lists)) {
    const page = await browser.get(`/de/${list}/${newSlug(type as RecordType)}`);
    expect([type, page.status]).toEqual([type, 404]);
  }
  expect(leaks).toEqual([]);
});
