import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { operatorEndpoints } from '#api/operator-endpoints.ts';
import { loadContent } from '#server/content/loading/load-content.ts';
import { exportRecords } from '#server/content/records/export-records.ts';
import { readContent } from '#server/content/sources/read-content.ts';
import { projectRoot } from '#server/platform/files/project-root.ts';
import { openCatalogueDesk, type RecordName } from '#test/integration/support/catalogue-desk.ts';
import { makeCoupon } from '#test/integration/support/make-coupon.ts';
import { rowOf, rowsOf } from '#test/integration/support/rows.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import { copyContent } from '#test/unit/server/content/content-folder.ts';

const shop = await openTestShop();
let desk = await openCatalogueDesk(shop);

const { previewCatalogueRecord, listCatalogueRecords, listOperatorCampaigns, drawGiveaway } =
  operatorEndpoints;
const day = 24 * 60 * 60_000;
const both = (words: string) => ({ de: words, en: `${words} (en)` });

/** Advances the clock and logs in another editor, because sessions end. */
async function later(milliseconds: number): Promise<void> {
  shop.advance(milliseconds);
  desk = await openCatalogueDesk(shop);
}

/** Creates a record. Returns the faults or failures because of which it was not published. */
async function create(params: RecordName, value: Record<string, unknown>, at?: number) {
  const saved = await desk.write(params, value, { at });
  return saved.value?.meta.faults ?? saved.codes;
}

async function faultsOf(...[params, fields]: Parameters<typeof desk.save>) {
  const { value, codes } = await desk.save(params, fields);
  return value?.meta.faults ?? codes;
}

const offers = async () =>
  new Map(
    (await shop.call(endpoints.listBundles)).value?.data.map(
      ({ id, attributes }) => [id, attributes] as const,
    ),
  );

const ledgerOf = (kind: string, subject: string) =>
  rowsOf(shop.db, 'price_ledger', { kind, subject }, ['terms'], 'valid_from');

const page = async (slug: string) =>
  (await shop.call(endpoints.getCampaign, { params: { slug } })).value?.data.attributes;

beforeEach(() => later(1_000));

describe('a bundle offer', () => {
  const key = { type: 'bundle', slug: 'noten-und-lettern' } as const;
  const value = {
    title: both('Noten und Lettern'),
    description: both('Spielen und drucken'),
    products: ['clara-schumann', 'johannes-gutenberg'],
    price_cents: 15_300,
  };

  test('is offered and in the price ledger at once; taken off sale it ends, also over a load, until it is on sale again', async () => {
    expect(await create(key, value)).toEqual([]);
    expect((await offers()).get(key.slug)).toMatchObject({
      title: 'Noten und Lettern',
      price: 15_300,
      product_ids: ['course-clara-schumann', 'course-johannes-gutenberg'],
    });
    await later(day);
    expect(await faultsOf(key, { price_cents: 14_700 })).toEqual([]);
    await later(day);
    await desk.sell(key, false);
    await loadContent(shop.context, shop.content, { mode: 'demo', overwrites: () => false });
    expect((await offers()).has(key.slug), 'taken out').toBe(false);
    expect((await offers()).has('auge-und-hand'), 'others stay').toBe(true);
    await later(day);
    await desk.sell(key, true);
    expect((await offers()).get(key.slug)).toMatchObject({ price: 14_700 });
    const prices = (await ledgerOf('bundle', key.slug)).map(
      ({ terms }) => (terms as { price: number } | null)?.price ?? null,
    );
    expect(prices).toEqual([15_300, 14_700, null, 14_700]);
  });

  test.each([
    ['no cheaper than its parts', { price_cents: 17_800 }, [['price_cents', 'not_cheaper']]],
    [
      'with a book, whose price is fixed',
      { products: ['clara-schumann', 'fuenf-saucen'], price_cents: 9_900 },
      [['products.1', 'unknown']],
    ],
    [
      'with a price that is not its own',
      { description: both('Statt 178 €') },
      [
        ['description.de', 'price'],
        ['description.en', 'price'],
      ],
    ],
    ['of one product', { products: ['clara-schumann'] }, [['products', 'too_few']]],
  ])('%s stays a draft with the fault', async (_what, fields, faults) => {
    const slug = 'auge-und-hand';
    const before = (await offers()).get(slug);
    const told = await faultsOf({ type: 'bundle', slug }, fields);
    expect(told.map((fault) => (typeof fault === 'string' ? fault : [fault.path, fault.code]))).toEqual(
      faults,
    );
    expect((await offers()).get(slug)).toEqual(before);
  });

  test('with a part that became cheaper is no longer offered, and does not prevent a load', async () => {
    const part = { type: 'course', slug: 'albrecht-duerer' } as const;
    const { published } = await desk.read(part);
    expect(await faultsOf(part, { price_cents: 5_900 })).toEqual([]);
    expect((await offers()).has('auge-und-hand')).toBe(false);
    const loaded = await loadContent(shop.context, shop.content, { mode: 'demo', overwrites: () => false });
    expect(loaded.ok).toBe(true);
    await desk.save(part, published ?? {});
    expect((await offers()).has('auge-und-hand')).toBe(true);
  });

  test('finds only products that can be part of one, in pages', async () => {
    const find = async (query: Readonly<Record<string, string>>) => {
      const call = {
        operator: desk.operator,
        query: { 'filter[field]': 'bundle.products', ...query } as const,
      };
      const { value } = await shop.call(listCatalogueRecords, call);
      return { slugs: value?.data.map(({ attributes }) => attributes.slug) ?? [], next: value?.meta.next };
    };
    const { slugs, next } = await find({});
    expect(next).toBeNull();
    expect(slugs).toContain('clara-schumann');
    expect(slugs).not.toContain('fuenf-saucen');
    expect(slugs).not.toContain('gutschein-25');
    const first = await find({ 'page[size]': '3' });
    const rest = await find({ 'page[after]': first.next ?? '' });
    expect([...first.slugs, ...rest.slugs]).toEqual(slugs);
    const named = { 'filter[slug]': 'fuenf-saucen,clara-schumann,johannes-gutenberg,nirgends' };
    expect((await find(named)).slugs).toEqual(['clara-schumann', 'johannes-gutenberg']);
    const draft = { type: 'course', slug: 'nur-ein-entwurf' } as const;
    const { value: course } = await desk.read({ type: 'course', slug: 'clara-schumann' });
    await desk.write(draft, { ...course, position: 90 }, { publishes: false });
    expect((await find({ 'filter[q]': draft.slug })).slugs).toEqual([]);
  });
});

describe('a campaign', () => {
  const key = { type: 'campaign', slug: 'winterabend' } as const;
  const value = {
    ...{ place: 'specials', position: 9, products: ['clara-schumann'], coupon: 'ABEND-7' },
    ...{ title: both('Ein Abend am Klavier'), lead: both('Mit einem Code'), picture: 'clara-schumann' },
    ...{ picture_alt: both('Tasten'), text: { de: ['Ein Absatz'], en: ['A paragraph'] } },
    promises: { de: ['Für {{price}}', 'Acht Lektionen'], en: ['For {{price}}', 'Eight lessons'] },
    conditions: { de: ['Solange es gilt'], en: ['While it lasts'] },
    seo: { title: both('Klavier'), description: both('Ein Kurs am Abend') },
  };

  test('with a coupon is not public before its planned time, then begins once, with prices of the ledger', async () => {
    await makeCoupon(shop, { id: 'abend', codes: ['ABEND-7'] });
    expect(await create(key, value, shop.context.clock.now() + day)).toEqual([]);
    expect(await page(key.slug)).toBeUndefined();
    expect(await ledgerOf('coupon', 'abend')).toEqual([]);
    await later(day);
    await Promise.all([desk.carryOutPlans(), desk.carryOutPlans()]);
    expect((await desk.versions(key)).map(({ state }) => state)).toEqual(['published', 'done']);
    expect(await page(key.slug)).toMatchObject({
      title: 'Ein Abend am Klavier',
      coupon: { code: 'ABEND-7', title: 'Mit dem Code ABEND-7', campaign: null },
      promises: [expect.stringMatching(/^Für \d+,\d\d\s€$/), 'Acht Lektionen'],
    });
    expect(await ledgerOf('coupon', 'abend'), 'told to everybody').toHaveLength(1);
    const cards = await shop.call(endpoints.listCampaigns);
    expect(cards.value?.data.at(-1)?.id, 'by its place in the list').toBe(key.slug);
  });

  test('is changed, taken off sale and put on sale again; a load changes neither that nor its public coupon', async () => {
    expect(await faultsOf(key, { title: both('Zwei Abende') })).toEqual([]);
    await desk.sell(key, false);
    expect(await page(key.slug)).toBeUndefined();
    await loadContent(shop.context, shop.content, { mode: 'demo', overwrites: () => false });
    expect(await page(key.slug)).toBeUndefined();
    await desk.sell(key, true);
    expect(await page(key.slug)).toMatchObject({ title: 'Zwei Abende' });
    expect(await page('herbst')).toBeDefined();
    const listed = await shop.call(listOperatorCampaigns, { operator: desk.operator });
    expect(listed.value?.data.map(({ id }) => id)).toContain(key.slug);
    expect((await rowOf(shop.db, 'promotions', { id: 'abend' })).is_public).toBe(true);
  });

  test('is previewed as it will be once its coupon or giveaway has begun; the preview begins nothing', async () => {
    const now = shop.context.clock.now();
    const dayIn = (days: number) => new Date(now + days * day).toISOString().slice(0, 10);
    const [valid_from, valid_until] = [now + 5 * day, now + 9 * day];
    await makeCoupon(shop, { id: 'bald', codes: ['BALD-8'], valid_from, valid_until });
    const draws = { type: 'giveaway', slug: 'baldlos' } as const;
    const days = { from: dayIn(5), until: dayIn(9) };
    expect(await create(draws, { title: both('Ein Pinsel'), ...days })).toEqual([]);
    const looked = async (params: RecordName, written: Record<string, unknown>) => {
      await desk.write(params, { ...value, ...written }, { publishes: false });
      const query = { locale: 'de' } as const;
      const seen = await shop.call(previewCatalogueRecord, { operator: desk.operator, params, query });
      return JSON.parse(new TextDecoder().decode(seen.value?.content)).data.attributes;
    };
    const offer = { type: 'campaign', slug: 'bald' } as const;
    expect(await looked(offer, { coupon: 'BALD-8' })).toMatchObject({
      coupon: { code: 'BALD-8', is_running: true },
      promises: [expect.stringMatching(/^Für \d+,\d\d\s€$/), 'Acht Lektionen'],
    });
    const lots = { type: 'campaign', slug: 'baldlos' } as const;
    const promises = { de: ['Ein Pinsel', 'Ein Pinselbecher'], en: ['A brush', 'A cup for it'] };
    const drawn = { coupon: undefined, products: [], giveaway: 'baldlos', promises };
    expect(await looked(lots, drawn)).toMatchObject({
      giveaway: { key: 'baldlos', until: days.until, is_running: true },
    });
    expect([await page('bald'), await page('baldlos')]).toEqual([undefined, undefined]);
    const enter = { email: 'frueh@example.org', giveaway: 'baldlos', newsletter: false };
    expect((await shop.call(endpoints.enterGiveaway, { body: enter })).codes).toEqual(['NOT_YET_VALID']);
    const stored = await rowOf(shop.db, 'promotions', { id: 'bald' });
    expect(stored.valid_from).toEqual(new Date(valid_from));
    expect(await ledgerOf('coupon', 'bald')).toEqual([]);
  });

  test('that is taken off sale does not prevent a load, although other texts name its code', async () => {
    const popup = { type: 'popup', slug: 'gift-season' } as const;
    const told = { text: { de: 'Mit dem Code HERBST', en: 'With the code HERBST' } };
    expect(await faultsOf(popup, told)).toEqual([]);
    await desk.sell({ type: 'campaign', slug: 'herbst' }, false);
    const loaded = await loadContent(shop.context, shop.content, { mode: 'demo', overwrites: () => false });
    expect(loaded).toEqual({ ok: true, value: true });
    expect(await page('herbst')).toBeUndefined();
    const coupon = await rowOf(shop.db, 'promotions', { id: 'herbst' });
    expect(coupon.is_public, 'known to everybody').toBe(true);
    await desk.sell({ type: 'campaign', slug: 'herbst' }, true);
  });

  test('makes a coupon of the files public, also once off sale; when no campaign names it, a load makes it secret', async () => {
    const own = { type: 'campaign', slug: 'fuenf-weniger' } as const;
    const isPublic = async () => {
      const overwrites = () => false;
      expect((await loadContent(shop.context, shop.content, { mode: 'demo', overwrites })).ok).toBe(true);
      return (await rowOf(shop.db, 'promotions', { id: 'fuenfer' })).is_public;
    };
    expect(await isPublic()).toBe(false);
    expect(await create(own, { ...value, coupon: 'FUENFER' })).toEqual([]);
    expect(await isPublic(), 'shown').toBe(true);
    await desk.sell(own, false);
    expect(await page(own.slug)).toBeUndefined();
    expect(await isPublic(), 'taken out').toBe(true);
    expect(await isPublic(), 'taken out, once more').toBe(true);
    expect(await faultsOf(own, { coupon: 'WILLKOMMEN10' })).toEqual([]);
    expect(await isPublic(), 'of another coupon').toBe(false);
    await desk.save(own, { coupon: 'FUENFER' }, { publishes: false });
    expect(await isPublic(), 'a draft').toBe(false);
  });

  test.each([
    ['a free number', { lead: both('Jetzt 7 % weniger') }, ['lead.de claim', 'lead.en claim']],
    ['a code that is not public', { lead: { de: 'Mit FUENFER', en: 'A code' } }, ['lead.de claim']],
    ['a price where nothing fills it', { lead: { de: 'Nur {{price}}', en: 'Now' } }, ['lead.de placeholder']],
    ['a coupon that is not there', { coupon: 'NIRGENDS' }, ['coupon unknown']],
    ['a picture that is not there', { picture: 'nirgends' }, ['picture unknown']],
    [
      'a first purchase that its coupon does not ask for',
      { lead: { de: 'Für den ersten Einkauf', en: 'New' } },
      ['lead.de claim'],
    ],
    ['neither coupon nor giveaway', { coupon: undefined, products: [] }, ['coupon either']],
    ['both of them', { giveaway: 'winterlos' }, ['coupon either']],
    ['a coupon for no product', { products: [] }, ['products either']],
  ])('with %s stays a draft with the fault', async (_what, fields, faults) => {
    const before = await page(key.slug);
    const told = await faultsOf(key, fields);
    expect(told.map((fault) => (typeof fault === 'string' ? fault : `${fault.path} ${fault.code}`))).toEqual(
      faults,
    );
    expect(await page(key.slug)).toEqual(before);
  });
});

describe('a giveaway', () => {
  const key = { type: 'giveaway', slug: 'osterlos' } as const;
  const today = () => new Date(shop.context.clock.now()).toISOString().slice(0, 10);
  const enter = async (email: string) =>
    (await shop.call(endpoints.enterGiveaway, { body: { email, giveaway: key.slug, newsletter: false } }))
      .codes;

  test('can be entered on its days; once drawn its days cannot change, and it cannot be taken off sale', async () => {
    expect(await enter('eine@example.org')).toEqual(['NOT_FOUND']);
    const [from, until] = [today(), today()];
    expect(await create(key, { title: both('Ein Buch'), from, until: '2020-01-01' })).toMatchObject([
      { path: 'until', code: 'backwards' },
    ]);
    const { version } = await desk.read(key);
    await desk.write(key, { title: both('Ein Buch'), from, until }, { version });
    expect(await enter('eine@example.org')).toEqual([]);
    await later(day);
    expect(await enter('andere@example.org')).toEqual(['EXPIRED']);
    const params = { key: key.slug };
    await shop.call(drawGiveaway, { operator: desk.operator, params, body: { winners: 1, reserves: 0 } });
    expect(await faultsOf(key, { until: today() })).toEqual([{ path: 'until', code: 'drawn', limit: null }]);
    expect(await faultsOf(key, { title: both('Ein Buch, gezogen') })).toEqual([]);
    expect((await desk.sell(key, false)).codes, 'its entries would be lost').toEqual(['NOT_POSSIBLE']);
    const content = await readContent(join(projectRoot, 'content'));
    if (!content.ok) throw new Error('The content has faults');
    const { sources } = content.value;
    const file = 'giveaways/osterlos.yaml';
    const moved = { title: both('Ein Buch'), from, until: today() };
    const giveaways = [...sources.giveaways, { slug: key.slug, file, value: moved, lineOf: () => null }];
    const files = { ...content.value, sources: { ...sources, giveaways } };
    expect(
      await loadContent(shop.context, files, { mode: 'demo', overwrites: (path) => path === file }),
    ).toMatchObject({ ok: false, error: [{ file, field: 'until' }] });
    expect((await desk.read(key)).value).toMatchObject({ from, until });
  });

  test('that a campaign names has to exist, and is previewed on the page of the campaign', async () => {
    const preview = async () => {
      const call = { operator: desk.operator, params: key, query: { locale: 'en' } };
      const { value, codes } = await shop.call(previewCatalogueRecord, call);
      return { html: value === null ? '' : new TextDecoder().decode(value.content), codes };
    };
    expect((await preview()).codes, 'no page shows it').toEqual(['NOT_FOUND']);
    await desk.save(key, { title: both('') }, { publishes: false });
    expect((await preview()).codes, 'it has faults').toEqual(['NOT_POSSIBLE']);
    await desk.save(key, { title: both('Ein Federkiel') }, { publishes: false });
    const winter = { type: 'campaign', slug: 'winterlos' } as const;
    expect(await faultsOf(winter, { giveaway: 'nirgends' })).toMatchObject([
      { path: 'giveaway', code: 'unknown' },
    ]);
    expect(await faultsOf(winter, { giveaway: key.slug })).toEqual([]);
    expect(await page('winterlos')).toMatchObject({ giveaway: { key: key.slug, is_running: false } });
    expect(await preview()).toMatchObject({ html: expect.stringContaining(key.slug), codes: [] });
    // A page that is off sale is not used for the preview.
    const former = { type: 'campaign', slug: 'altes-los' } as const;
    expect(await create(former, (await desk.read(winter)).value)).toEqual([]);
    await desk.sell(former, false);
    expect(await preview()).toMatchObject({ html: expect.stringContaining(key.slug), codes: [] });
  });
});

describe('the files of offers', () => {
  test('are written once, are the same when they are read, and do not undo changes in the back office', async () => {
    const { path: folder, remove } = await copyContent();
    onTestFinished(remove);
    const files = ['bundles/noten-und-lettern.yaml', 'campaigns/winterlos.yaml', 'giveaways/osterlos.yaml'];
    const { written } = await exportRecords(shop.db, folder);
    expect(written).toEqual(expect.arrayContaining(files));
    expect(written).not.toContain('bundles/tisch-und-garten.yaml');
    const texts = () => Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
    const first = await texts();
    expect((await exportRecords(shop.db, folder)).written).toEqual([]);
    expect(await texts()).toEqual(first);
    // A coupon of the back office is in no file, so the page that names it would be a fault.
    await rm(join(folder, 'campaigns/winterabend.yaml'));
    const again = await readContent(folder);
    if (!again.ok) throw new Error(JSON.stringify(again.error));
    await loadContent(shop.context, again.value, { mode: 'demo' });
    expect(await desk.read({ type: 'bundle', slug: 'noten-und-lettern' })).toMatchObject({
      is_by_hand: false,
    });
    expect((await offers()).get('noten-und-lettern')).toMatchObject({ price: 14_700 });
    expect(await page('winterabend'), 'only here').toMatchObject({ title: 'Zwei Abende' });
  });
});

test('a text must not name a coupon that no campaign names', async () => {
  await makeCoupon(shop, { kind: 'fixed', value: 500, codes: ['STILL-5'] });
  const bar = { type: 'announcement', slug: 'announcement' } as const;
  expect(await faultsOf(bar, { text: { de: 'Mit STILL-5', en: 'Today' } })).toEqual([
    { path: 'text.de', code: 'claim', limit: null, words: 'STILL-5' },
  ]);
});
