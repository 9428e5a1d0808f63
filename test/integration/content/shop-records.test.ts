import { expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { operatorEndpoints } from '#api/operator-endpoints.ts';
import { calendarDay } from '#core/rules/basics/calendar.ts';
import { loadContent } from '#server/content/loading/load-content.ts';
import { openCatalogueDesk } from '#test/integration/support/catalogue-desk.ts';
import { logInAs } from '#test/integration/support/operators.ts';
import { rowOf, rowsOf } from '#test/integration/support/rows.ts';
import {
  berlin,
  payOrder,
  placeOrder,
  products,
  storeGuestCart,
} from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();
const data = { type: 'shop', slug: 'shop' } as const;
const imprint = { type: 'legal', slug: 'impressum' } as const;
const day = 24 * 60 * 60_000;

/** Advances the clock to a time and logs in an owner, because sessions end. */
async function ownerAt(time: number) {
  shop.advance(time - shop.context.clock.now());
  const desk = await openCatalogueDesk(shop, 'owner');
  /** Publishes other details of the company, or plans them. Returns the faults. */
  async function change(fields: object, at?: number) {
    const { company } = (await desk.read(data)).published as { company: object };
    return (await desk.save(data, { company: { ...company, ...fields } }, { at })).value?.meta.faults;
  }
  /** Adds a paragraph to a legal page from a day on. Returns the faults. */
  async function extend(slug: string, words: string, version: string) {
    const key = { type: 'legal', slug } as const;
    const { text } = (await desk.read(key)).published as { text: { de: string; en: string } };
    const longer = { de: `${text.de}\n\n${words}`, en: `${text.en}\n\n${words}` };
    return (await desk.save(key, { text: longer, version })).value?.meta.faults;
  }
  return { ...desk, change, extend, today: calendarDay(time) };
}

/** The versions that the shop shows, by page. */
async function shownVersions(): Promise<Readonly<Record<string, string>>> {
  const rows = await rowsOf(shop.db, 'pages', { locale: 'de' }, ['slug', 'version']);
  return Object.fromEntries(rows.map(({ slug, version }) => [slug, version]));
}

/** Loads content; manual changes stay unless `overwrites` says otherwise. */
const load = (content: typeof shop.content, overwrites = false) =>
  loadContent(shop.context, content, { mode: 'demo', overwrites: () => overwrites });

const imprintHtml = async () => (await rowOf(shop.db, 'pages', { slug: 'impressum', locale: 'de' })).html;

/** After the first days of all legal texts of the content. */
const first = Date.parse('2027-01-11T11:00:00.000Z');

test('shop data give the legal pages that they change a version of today, once a day; orders keep theirs', async () => {
  const email = 'kaeuferin@example.org';
  const { id } = await storeGuestCart(shop, { [products.book]: 1 });
  await shop.call(endpoints.setShippingAddress, { body: { id, email, ...berlin } });
  const placed = await placeOrder(shop, { body: { email, bundle_cart_unique_id: id } });
  expect((await payOrder(shop, placed)).status).toBe(200);
  const accepted = () => rowsOf(shop.db, 'orders', {}, ['accepted_versions']);
  const before = { accepted: await accepted(), shown: await shownVersions(), html: await imprintHtml() };

  const { change, today, read, save, sell } = await ownerAt(first);
  expect(await change({ register_number: 'HRB 12345' })).toEqual([]);
  expect(await shownVersions()).toEqual({ ...before.shown, impressum: today });
  expect(await imprintHtml()).toContain('HRB 12345');
  const kept = { slug: 'impressum', locale: 'de', version: String(before.shown.impressum) };
  expect((await rowOf(shop.db, 'page_versions', kept)).html).toBe(before.html);
  expect(await change({ register_number: 'HRB 54321' })).toEqual([
    { path: 'company.register_number', code: 'version_taken', limit: null, words: 'impressum' },
  ]);
  expect(await imprintHtml()).toContain('HRB 12345');
  expect((await sell(data, false)).codes, 'the shop needs them').toEqual(['NOT_POSSIBLE']);

  // A text that is planned already is filled with the data of its day.
  const { text } = (await read(imprint)).published as { text: { de: string; en: string } };
  const later = { de: `${text.de}\n\nNeuer Satz.`, en: `${text.en}\n\nA new sentence.` };
  await save(imprint, { text: later, version: calendarDay(first + 2 * day) });
  const tomorrow = await ownerAt(first + day);
  expect(await tomorrow.change({ register_number: 'HRB 54321', phone: '+49 341 99' })).toEqual([]);
  const changed = ['barrierefreiheit', 'datenschutz', 'impressum', 'widerrufsbelehrung'];
  expect(await shownVersions()).toEqual({
    ...before.shown,
    ...Object.fromEntries(changed.map((slug) => [slug, tomorrow.today])),
  });
  expect(await accepted()).toEqual(before.accepted);
  const next = await ownerAt(first + 2 * day);
  expect(await next.change({ register_number: 'HRB 1' }), 'before the plan is carried out').toMatchObject([
    { code: 'version_taken' },
  ]);
  await next.carryOutPlans();
  expect(await imprintHtml()).toMatch(/HRB 54321.*Neuer Satz\./s);

  const shown = await shownVersions();
  expect(await load(shop.content)).toEqual({ ok: true, value: true });
  expect(await shownVersions(), 'after a load of the files').toEqual(shown);
  expect(await imprintHtml()).toContain('HRB 54321');
});

test('pages, mails and carts take other shop data at once; only owners see and change them', async () => {
  const desk = await ownerAt(first + 4 * day);
  const { brand, opening } = (await desk.read(data)).published as { brand: object; opening: object };
  const changes = {
    brand: { ...brand, name: 'Werkbank' },
    opening: { ...opening, picture: 'clara-schumann' },
    delivery_countries: ['DE', 'AT', 'CH', 'LU'],
    vat: { oss_from: '2027-02-01' },
  };
  expect((await desk.save(data, changes)).value?.meta.faults).toEqual([]);
  const facts = async () => (await shop.call(endpoints.getShopFacts)).value?.data;
  expect(await facts()).toMatchObject({ name: 'Werkbank', opening: { lines: [] } });
  const stored = async (key: string) => (await rowOf(shop.db, 'contents', { key })).value;
  expect(await stored('shop')).toMatchObject({ de: { delivery_countries: ['DE', 'AT', 'CH', 'LU'] } });
  expect(await stored('vat')).toEqual({ oss_from: '2027-02-01' });
  expect(await stored('brand')).toMatchObject({ name: 'Werkbank' });
  await desk.save(data, { opening });
  expect((await facts())?.opening.lines).toEqual(shop.content.opening_lines);
  const wrong = await desk.save(data, { opening: { ...opening, course: 'nirgends', picture: 'fehlt' } });
  expect(wrong.value?.meta.faults).toMatchObject([
    { path: 'opening.picture', code: 'unknown' },
    { path: 'opening.course', code: 'unknown' },
  ]);

  const { cookie: operator } = await logInAs(shop, 'editor');
  const {
    callOffCataloguePlan,
    getCatalogueForm,
    getCatalogueRecord,
    getCatalogueVersion,
    listCatalogueRecords,
    listCatalogueVersions,
    previewCatalogueRecord,
    removeCatalogueRecord,
    restoreCatalogueVersion,
    saveCatalogueRecord,
    setOnSale,
  } = operatorEndpoints;
  const params = { ...data, number: 1 };
  const answers = await Promise.all([
    shop.call(getCatalogueRecord, { operator, params }),
    shop.call(getCatalogueForm, { operator, params }),
    shop.call(saveCatalogueRecord, { operator, params, body: { version: 1, value: {}, publishes: false } }),
    shop.call(removeCatalogueRecord, { operator, params, query: { version: '1' } }),
    shop.call(listCatalogueVersions, { operator, params, query: { 'page[size]': '20' } }),
    shop.call(getCatalogueVersion, { operator, params }),
    shop.call(restoreCatalogueVersion, { operator, params, body: { version: 1 } }),
    shop.call(callOffCataloguePlan, { operator, params }),
    shop.call(setOnSale, { operator, params, body: { version: 1, is_on_sale: false } }),
    shop.call(previewCatalogueRecord, { operator, params, query: { locale: 'de' } }),
  ]);
  const ofRecords = /^\/operator\/catalogue.*:type/;
  const named = Object.values(operatorEndpoints).filter(({ path }) => ofRecords.test(path));
  expect(answers.map(({ codes }) => codes)).toEqual(named.map(() => ['FORBIDDEN']));
  const query = { 'filter[group]': 'texts', 'page[size]': '100' } as const;
  const listed = await shop.call(listCatalogueRecords, { operator, query });
  expect(listed.value?.data.map(({ id }) => id)).not.toContain('shop.shop');
});

test('a page with a version made by shop data takes its file again once that begins on the same day or later', async () => {
  expect(await load(shop.content, true)).toEqual({ ok: true, value: true });
  const { change, today, read } = await ownerAt(first + 6 * day);
  expect(await change({ register_number: 'HRB 2' })).toEqual([]);
  const changed = await shownVersions();
  expect(changed.impressum).toBe(today);
  /** The content with a sentence more in the file of the imprint. */
  const withSentence = (version: string) => {
    const { sources } = shop.content;
    const legal = sources.legal.map((page) => {
      if (page.slug !== 'impressum') return page;
      const { de, en } = page.value.text;
      const text = { de: `${de}\n\nAus der Datei.`, en: `${en}\n\nFrom the file.` };
      return { ...page, value: { ...page.value, text, version } };
    });
    return { ...shop.content, sources: { ...sources, legal } };
  };
  expect((await load(withSentence(calendarDay(first + 5 * day)))).ok).toBe(true);
  expect(await shownVersions(), 'the file is older').toEqual(changed);
  const later = calendarDay(first + 7 * day);
  expect(await load(withSentence(later))).toEqual({ ok: true, value: true });
  expect(await shownVersions()).toEqual({ ...changed, impressum: later });
  expect(await imprintHtml()).toMatch(/HRB 2.*Aus der Datei\./s);
  expect((await read(imprint)).published).toMatchObject({ version: later });
});

test('shop data are refused on a day whose version of a page is stored, though an earlier one is shown', async () => {
  expect(await load(shop.content, true)).toEqual({ ok: true, value: true });
  const { change } = await ownerAt(first + 8 * day);
  expect(await change({ register_number: 'HRB 3' })).toEqual([]);
  expect(await load(shop.content, true)).toEqual({ ok: true, value: true });
  expect(await imprintHtml()).not.toContain('HRB 3');
  expect(await change({ register_number: 'HRB 4' })).toEqual([
    { path: 'company.register_number', code: 'version_taken', limit: null, words: 'impressum' },
  ]);
});

test('shop data have an unambiguous sender, web addresses, and countries that fit books and legal texts', async () => {
  const { save, read } = await ownerAt(first + 10 * day);
  const { company, mail, social } = (await read(data)).published as {
    company: object;
    mail: object;
    social: object[];
  };
  const faultsOf = async (key: Parameters<typeof save>[0], fields: object) =>
    (await save(key, fields)).value?.meta.faults;
  const wrong = {
    company: { ...company, website: 'ftp://meisterhand.example' },
    mail: { ...mail, from_name: 'Foo <x@y.example>' },
    social: [{ ...social[0], url: 'javascript:alert(1)' }],
  };
  const invalid = ['company.website', 'mail.from_name', 'social.0.url'];
  expect(await faultsOf(data, wrong)).toEqual(
    invalid.map((path) => ({ path, code: 'invalid', limit: null })),
  );
  const twice = { delivery_countries: ['DE', 'AT', 'CH', 'AT'], social: [...social, social[0]] };
  expect(await faultsOf(data, twice)).toEqual([
    { path: 'delivery_countries.3', code: 'taken', limit: null },
    { path: `social.${social.length}.url`, code: 'taken', limit: null },
  ]);
  expect(await faultsOf(data, { delivery_countries: ['DE', 'AT'] })).toEqual([
    {
      ...{ path: 'delivery_countries', code: 'shipping_stated', limit: null },
      words: expect.stringMatching(/8,99.*legal\/agbs\.de\.md/),
    },
  ]);
  const book = { type: 'book', slug: 'fuenf-saucen' } as const;
  expect(await faultsOf(book, { austria_minimum_cents: undefined })).toEqual([
    { path: 'austria_minimum_cents', code: 'missing', limit: null },
  ]);
  expect(await faultsOf(book, { austria_minimum_cents: undefined, language: 'en' })).toEqual([]);
  const { sources } = shop.content;
  const products = sources.products.map((one) =>
    one.kind === 'book' && one.slug === book.slug
      ? { ...one, value: { ...one.value, austria_minimum_cents: undefined } }
      : one,
  );
  const withoutAustria = { ...sources.shop.value, delivery_countries: ['DE', 'CH'] };
  const changed = { ...sources, products, shop: { ...sources.shop, value: withoutAustria } };
  expect((await load({ ...shop.content, sources: changed }, true)).ok).toBe(true);
  expect(await faultsOf(data, { delivery_countries: ['DE', 'AT', 'CH'] })).toEqual([
    { path: 'delivery_countries', code: 'austria_minimum', limit: null, words: 'fuenf-saucen' },
  ]);

  const keys = { type: 'advantages', slug: 'advantages' } as const;
  const { advantages } = (await read(keys)).published as { advantages: object[] };
  expect(await faultsOf(keys, { advantages: [...advantages, advantages[0]] })).toEqual([
    { path: `advantages.${advantages.length}.key`, code: 'taken', limit: null },
  ]);
});

test('a second version of a page on one day is refused when it is planned, by the texts and data of that day', async () => {
  expect(await load(shop.content, true)).toEqual({ ok: true, value: true });
  const { change, extend, read, save } = await ownerAt(first + 12 * day);
  const noon = first + 13 * day;
  const hour = 60 * 60_000;
  expect(await change({ register_number: 'HRB 5' }, noon)).toEqual([]);
  const taken = { path: 'company.register_number', code: 'version_taken', limit: null, words: 'impressum' };
  for (const at of [noon - hour, noon, noon + hour])
    expect(await change({ register_number: 'HRB 6' }, at), new Date(at).toISOString()).toEqual([taken]);

  expect(await extend('impressum', 'Neuer Satz.', calendarDay(noon))).toEqual([
    { path: 'version', code: 'new_version', limit: null },
  ]);
  const next = noon + day;
  expect(await extend('faqs', '{{company.register_court}}', calendarDay(next))).toEqual([]);
  const court = { register_court: 'Amtsgericht Halle' };
  expect(await change(court, next), 'only the planned text has it').toEqual([
    { path: 'company.register_court', code: 'version_taken', limit: null, words: 'faqs' },
  ]);

  // Another page can have its version of the same day.
  const { company, processors } = (await read(data)).published as {
    company: object;
    processors: { hosting: object };
  };
  const others = {
    company: { ...company, register_number: 'HRB 5' },
    processors: { ...processors, hosting: { ...processors.hosting, name: 'Andere Hosting GmbH' } },
  };
  expect((await save(data, others, { at: noon + hour })).value?.meta.faults).toEqual([]);
  const later = await ownerAt(noon + hour);
  await later.carryOutPlans();
  expect((await later.read(data)).plans).toEqual([]);
  const version = calendarDay(noon);
  expect(await shownVersions()).toMatchObject({ impressum: version, datenschutz: version });
  expect(await imprintHtml()).toContain('HRB 5');
});

test('the version of a page has the day in Berlin, before and after midnight', async () => {
  expect(await load(shop.content, true)).toEqual({ ok: true, value: true });
  const midnight = Date.parse('2027-02-01T23:00:00.000Z');
  const evening = await ownerAt(midnight - 1);
  expect(await evening.change({ register_number: 'HRB 7' })).toEqual([]);
  expect((await shownVersions()).impressum).toBe('2027-02-01');
  expect(await evening.change({ register_number: 'HRB 8' })).toMatchObject([{ code: 'version_taken' }]);
  const night = await ownerAt(midnight);
  expect(await night.change({ register_number: 'HRB 8' })).toEqual([]);
  expect((await shownVersions()).impressum).toBe('2027-02-02');
  const next = midnight + day;
  expect(await night.change({ register_number: 'HRB 9' }, next - 1)).toMatchObject([
    { code: 'version_taken' },
  ]);
  expect(await night.change({ register_number: 'HRB 9' }, next)).toEqual([]);
  await (await ownerAt(next)).carryOutPlans();
  expect((await shownVersions()).impressum).toBe('2027-02-03');
});

test('shop data that are due together with a planned text, after a downtime, are refused in its favour', async () => {
  const { change, extend } = await ownerAt(Date.parse('2027-02-03T11:00:00.000Z'));
  expect(await change({ register_number: 'HRB 10' }, Date.parse('2027-02-04T11:00:00.000Z'))).toEqual([]);
  expect(await extend('impressum', 'Wieder ein Satz.', '2027-02-05')).toEqual([]);
  const { carryOutPlans, read } = await ownerAt(Date.parse('2027-02-05T11:00:00.000Z'));
  await carryOutPlans();
  expect((await read(data)).plans).toMatchObject([{ state: 'refused' }]);
  expect((await shownVersions()).impressum).toBe('2027-02-05');
  expect(await imprintHtml()).toContain('Wieder ein Satz.');
});

test('shop data that a legal page states cannot be left out; the fault names placeholder and page', async () => {
  const { extend, read, save, today } = await ownerAt(Date.parse('2027-02-07T11:00:00.000Z'));
  expect(await extend('impressum', '{{delivery_times.CH.de}}', today)).toEqual([]);
  expect(await imprintHtml()).toContain('<p>4 bis 7 Werktage</p>');
  const { delivery_times } = (await read(data)).published as { delivery_times: object };
  const without = { delivery_times: { ...delivery_times, CH: undefined } };
  expect((await save(data, without)).value?.meta.faults).toEqual([
    { path: '', code: 'placeholder', limit: null, words: 'delivery_times.CH.de (impressum)' },
  ]);
  expect(await imprintHtml()).toContain('<p>4 bis 7 Werktage</p>');
});
