import { expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { operatorEndpoints } from '#api/operator-endpoints.ts';
import { createPreview } from '#app/wiring/preview.ts';
import type { Permission } from '#core/model/operator.ts';
import { previewRecord } from '#server/content/records/preview-record.ts';
import { createApiKey } from '#server/operations/team/api-keys.ts';
import { openCatalogueDesk } from '#test/integration/support/catalogue-desk.ts';
import { makeCoupon } from '#test/integration/support/make-coupon.ts';
import { logInAs } from '#test/integration/support/operators.ts';
import { openTestPages } from '#test/integration/support/read-pages.ts';
import { rowOf } from '#test/integration/support/rows.ts';
import { register } from '#test/integration/support/shoppers.ts';
import { openTestShop, readResponse } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();
const desk = await openCatalogueDesk(shop);
const { operator } = desk;
const {
  beginFilmUpload,
  getCatalogueForm,
  listCatalogueRecords,
  listOperatorFilms,
  setCourseAccess,
  storeLessonFile,
} = operatorEndpoints;
const shown = { type: 'course', slug: 'emmy-noether' } as const;

/** Returns a course like a published one, with these lessons. */
async function courseWith(position: number, ...ids: readonly string[]) {
  const { value } = await desk.read(shown);
  const [part] = value.parts as { lessons: object[] }[];
  const lessons = ids.map((id) => ({ ...part?.lessons[0], id, is_free: true }));
  return { ...value, position, parts: [{ ...part, lessons }] };
}

const write = (slug: string, version: number, value: object) =>
  desk.write({ type: 'course', slug }, value, { version, publishes: false });

/** Returns which of these lessons accept a film: they are listed, and no upload is refused with NOT_FOUND. */
async function takeFilms(...lessons: readonly string[]): Promise<readonly string[]> {
  const taken: string[] = [];
  for (const lesson of lessons) {
    const list = await shop.call(listOperatorFilms, { operator, query: { 'filter[q]': lesson } });
    const body = { file_name: 'kamera.mov', bytes: 2 ** 52 };
    const begun = await shop.call(beginFilmUpload, { operator, params: { film: lesson }, body });
    const captions = await shop.call(storeLessonFile, {
      operator,
      params: { film: lesson, ending: 'de.vtt' },
      body: new Blob(['no captions']),
    });
    const isListed = (list.value?.data.length ?? 0) > 0;
    const isUnknown = [begun, captions].map(({ codes }) => codes.includes('NOT_FOUND'));
    expect([lesson, ...isUnknown]).toEqual([lesson, !isListed, !isListed]);
    if (isListed) taken.push(lesson);
  }
  return taken;
}

const lessonCodes = async (id: string) => (await shop.call(endpoints.getLesson, { params: { id } })).codes;

test('lessons of a new course accept films once its draft has no faults, and are not public before it is published', async () => {
  const slug = 'noch-nicht-da';
  const value = await courseWith(71, 'noch-eins', 'noch-zwei');
  await write(slug, 0, { ...value, goals: { de: [], en: [] } });
  expect(await takeFilms('noch-eins')).toEqual([]);
  await write(slug, 1, value);
  expect(await takeFilms('noch-eins', 'noch-zwei')).toEqual(['noch-eins', 'noch-zwei']);
  // Films are found by the slug of the course, too.
  const ofCourse = await shop.call(listOperatorFilms, { operator, query: { 'filter[q]': slug } });
  expect(ofCourse.value?.data.map(({ id }) => id)).toEqual([`trailer-${slug}`, 'noch-eins', 'noch-zwei']);
  expect(await lessonCodes('noch-eins')).toEqual(['NOT_FOUND']);
  for (const path of [slug, `course-${slug}.${slug}`])
    expect((await shop.send(`/products/${path}`)).status).toBe(404);
  // Another draft with the same lesson does not take it over; another product may use the slug first.
  await write('auch-nicht-da', 0, await courseWith(72, 'noch-zwei', 'auch-drei'));
  const { value: book } = await desk.read({ type: 'book', slug: 'fuenf-saucen' });
  const sold = await desk.write({ type: 'book', slug }, { ...book, position: 73, isbn: undefined });
  expect([sold.codes, sold.value?.meta.faults]).toEqual([[], []]);

  await write(slug, 2, await courseWith(71, 'noch-zwei'));
  expect(await takeFilms('noch-eins', 'noch-zwei', 'auch-drei')).toEqual(['noch-zwei', 'auch-drei']);
  // A lesson that was removed from a draft can be in another draft.
  await write('auch-nicht-da', 1, await courseWith(72, 'noch-eins', 'auch-drei'));
  expect(await takeFilms('noch-eins', 'noch-zwei')).toEqual(['noch-eins', 'noch-zwei']);
  await write('auch-nicht-da', 2, await courseWith(72, 'auch-drei'));
  expect(await takeFilms('noch-eins')).toEqual([]);
  const other = { type: 'course', slug: 'auch-nicht-da' } as const;
  expect((await desk.restore(other, 2)).codes).toEqual([]);
  expect(await takeFilms('noch-eins')).toEqual(['noch-eins']);

  const { id, access: bearer } = await register(shop);
  const hidden = { product_id: 'course-auch-nicht-da' };
  const removed = await shop.call(endpoints.removeWishListItem, { bearer, params: hidden });
  expect(removed.codes).toEqual(['NOT_FOUND']);
  const { cookie: support } = await logInAs(shop, 'support');
  const params = { id, course_id: hidden.product_id };
  const access = { operator: support, params, body: { has_access: true, reason: 'Gewinn' } };
  const give = async () => (await shop.call(setCourseAccess, access)).codes;
  expect(await give()).toEqual(['NOT_FOUND']);
  const published = await desk.save(other, await courseWith(72, 'noch-eins', 'auch-drei'));
  expect([published.codes, published.value?.meta.faults]).toEqual([[], []]);
  expect(await give()).toEqual([]);
});

test('a lesson that is added in the draft or the plan of a course accepts its film before it is published', async () => {
  const { value } = await desk.read(shown);
  const parts = value.parts as { lessons: object[] }[];
  const added = (id: string) => ({
    parts: [...parts, { ...parts[0], lessons: [{ ...parts[0]?.lessons[0], id, is_free: true }] }],
  });
  await desk.save(shown, added('dazu-eins'), { publishes: false });
  await desk.save(shown, added('dazu-zwei'), { at: shop.context.clock.now() + 60_000 });
  expect(await takeFilms('dazu-eins', 'dazu-zwei')).toEqual(['dazu-zwei']);
  expect(await lessonCodes('dazu-zwei')).toEqual(['NOT_FOUND']);
  shop.advance(61_000);
  await desk.carryOutPlans();
  expect(await lessonCodes('dazu-zwei')).toEqual([]);
  expect(await takeFilms('dazu-zwei')).toEqual(['dazu-zwei']);
  await desk.sell(shown, false);
  expect(await takeFilms('dazu-zwei')).toEqual(['dazu-zwei']);
  await desk.sell(shown, true);

  // The title of a removed lesson is still shown in notes, so a draft must not change it.
  const title = async () => (await rowOf(shop.db, 'lessons', { id: 'dazu-zwei' })).texts;
  const before = await title();
  await desk.save(shown, { parts });
  const { parts: changed } = added('dazu-zwei');
  const last = changed.at(-1)?.lessons[0];
  const renamed = [
    ...parts,
    { ...changed.at(-1), lessons: [{ ...last, title: { de: 'Geheim', en: 'Secret' } }] },
  ];
  await desk.save(shown, { parts: renamed }, { publishes: false });
  expect(await takeFilms('dazu-zwei')).toEqual(['dazu-zwei']);
  expect(await title()).toEqual(before);
});

const book = { type: 'book', slug: 'das-buch-vom-messen' } as const;
const text = (words: string) => ({ de: words, en: words });

test('while a preview is rendered, others can change the catalogue and the product, which the preview does not show', async () => {
  let { api } = shop;
  const { renderShared } = await openTestPages({
    ...shop,
    api: { fetch: (request, visitor) => api.fetch(request, visitor) } as typeof api,
  });
  const renderPage = createPreview(shop.context, (ofPreview) => {
    api = ofPreview as typeof api;
    return { renderShared };
  });
  await desk.save(book, { title: text('Nur im Entwurf') }, { publishes: false });
  let meanwhile: object | undefined;
  const page = await previewRecord(
    {
      ...shop.context,
      renderPage: (trx, path, loaded) =>
        renderPage(trx, path, async () => {
          await loaded();
          await desk.save(book, { subtitle: text('Währenddessen') });
          meanwhile = await shop.db
            .updateTable('products')
            .set({ stock: 3 })
            .where('slug', '=', book.slug)
            .returning('card')
            .executeTakeFirst();
        }),
    },
    book,
    'de',
  );
  expect(JSON.stringify(meanwhile), 'what the shop shows').toContain('Währenddessen');
  expect(JSON.stringify(meanwhile)).not.toContain('Nur im Entwurf');
  const html = page.ok ? page.value.html : page.error.code;
  expect(html).toContain('Nur im Entwurf');
  expect(html).not.toContain('Währenddessen');
});

const day = 24 * 60 * 60_000;

async function optionsOf(type: string, headers: Readonly<Record<string, string>> = { Cookie: operator }) {
  const answer = await shop.send(getCatalogueForm.path.replace(':type', type), { headers });
  return (await readResponse(getCatalogueForm, answer)).value?.data.attributes.options ?? {};
}

async function couponsFor(...form: Parameters<typeof optionsOf>): Promise<readonly string[]> {
  const { coupon = [] } = await optionsOf(...form);
  return coupon.map((option) => option.value);
}

test('the options of a field have names in the language of the caller', async () => {
  const german = await optionsOf('popup', { Cookie: operator, 'X-App-Language': 'de' });
  const english = await optionsOf('popup', { Cookie: operator, 'X-App-Language': 'en' });
  const nameIn = ({ giveaway = [] }: typeof german) =>
    giveaway.find((option) => option.value === 'winterlos')?.text;
  const { value } = await desk.read({ type: 'giveaway', slug: 'winterlos' });
  expect({ de: nameIn(german), en: nameIn(english) }).toEqual(value.title);
  // There are many products and masters, so they are searched for.
  expect(Object.keys(german).toSorted()).toEqual(['coupon', 'discipline', 'giveaway', 'picture']);
});

test.each([
  ['gift.course', 'clara-schumann', ['course']],
  ['gift_box.membership', 'masterpass', ['membership']],
  ['book.master', 'Schumann', ['master']],
] as const)('options of %s are found by search', async (field, q, types) => {
  const query = { 'filter[field]': field, 'filter[q]': q } as const;
  const { value } = await shop.call(listCatalogueRecords, { operator, query });
  const found = value?.data.map(({ attributes }) => attributes.type) ?? [];
  expect(found.length).toBeGreaterThan(0);
  expect([...new Set(found)]).toEqual(types);
});

test('codes of coupons are options of campaigns only, and only for callers who may read coupons', async () => {
  const withKey = async (...permissions: Permission[]) => {
    const key = await createApiKey(shop.context, { name: permissions.join(), permissions });
    return couponsFor('campaign', { Authorization: `Bearer ${key.ok ? key.value.token : ''}` });
  };
  const all = await couponsFor('campaign');
  expect(all).toContain('FUENFER');
  expect(await withKey('catalogue.read', 'coupons.read')).toEqual(all);
  expect(await withKey('catalogue.read')).toEqual([]);
  expect(await couponsFor('popup')).toEqual([]);
});

test('of the coupons that have ended a campaign has only its own as an option', async () => {
  const offered = async () =>
    (await couponsFor('campaign')).filter((code) => code.startsWith('ENDE-') || code === 'ABGELAUFEN');
  const now = shop.context.clock.now();
  for (const [name, valid_until] of [
    ['IMMER', null],
    ['BALD', now + 1],
    ['VORBEI', now],
    ['ENTWURF', now - day],
  ] as const)
    await makeCoupon(shop, { codes: [`ENDE-${name}`], valid_until });
  expect(await offered()).toEqual(['ENDE-BALD', 'ENDE-IMMER']);
  await desk.write({ type: 'campaign', slug: 'ende' }, { coupon: 'ENDE-ENTWURF' }, { publishes: false });
  expect(await offered()).toEqual(['ENDE-BALD', 'ENDE-ENTWURF', 'ENDE-IMMER']);
});
