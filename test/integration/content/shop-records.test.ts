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
  /** Publishes other details of the company. Returns the faults. */
  async function change(fields: object) {
    const { company } = (await desk.read(data)).published as { company: object };
    return (await desk.save(data, { company: { ...company, ...fields } })).value?.meta.faults;
  }
  return { ...desk, change, today: calendarDay(time) };
}

/** The versions that the shop shows, by page. */
async function shownVersions(): Promise<Readonly<Record<string, string>>> {
  const rows = await rowsOf(shop.db, 'pages', { locale: 'de' }, ['slug', 'version']);
  return Object.fromEntries(rows.map(({ slug, version }) => [slug, version]));
}

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
  await loadContent(shop.context, shop.content, { mode: 'demo', overwrites: () => false });
  expect(await shownVersions(), 'after a load of the files').toEqual(shown);
});

test('pages, mails and carts take other shop data at once; only owners see and change them', async () => {
  const desk = await ownerAt(first + 4 * day);
  const { brand, opening } = (await desk.read(data)).published as { brand: object; opening: object };
  const changes = {
    brand: { ...brand, name: 'Werkbank' },
    opening: { ...opening, picture: 'clara-schumann' },
    delivery_countries: ['DE', 'LU'],
    vat: { oss_from: '2027-02-01' },
  };
  expect((await desk.save(data, changes)).value?.meta.faults).toEqual([]);
  const facts = async () => (await shop.call(endpoints.getShopFacts)).value?.data;
  expect(await facts()).toMatchObject({ name: 'Werkbank', opening: { lines: [] } });
  const stored = async (key: string) => (await rowOf(shop.db, 'contents', { key })).value;
  expect(await stored('shop')).toMatchObject({ de: { delivery_countries: ['DE', 'LU'] } });
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
  const { getCatalogueForm, getCatalogueRecord, listCatalogueRecords } = operatorEndpoints;
  const answers = await Promise.all([
    shop.call(getCatalogueRecord, { operator, params: data }),
    shop.call(getCatalogueForm, { operator, params: { type: 'shop' } }),
  ]);
  expect(answers.flatMap(({ codes }) => codes)).toEqual(['FORBIDDEN', 'FORBIDDEN']);
  const query = { 'filter[group]': 'texts', 'page[size]': '100' } as const;
  const listed = await shop.call(listCatalogueRecords, { operator, query });
  expect(listed.value?.data.map(({ id }) => id)).not.toContain('shop.shop');
});
