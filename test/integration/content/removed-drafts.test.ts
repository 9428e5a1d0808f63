import sharp from 'sharp';
import { expect, test } from 'vitest';
import { operatorEndpoints } from '#api/operator-endpoints.ts';
import { removeUnusedPictures } from '#server/content/pictures/remove-unused-pictures.ts';
import { openCatalogueDesk, type RecordName } from '#test/integration/support/catalogue-desk.ts';
import { rowOf, rowsOf } from '#test/integration/support/rows.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();
const desk = await openCatalogueDesk(shop);
const { operator } = desk;
const { callOffCataloguePlan, getCatalogueRecord, listAttention, removeCatalogueRecord, uploadPicture } =
  operatorEndpoints;
const course = { type: 'course', slug: 'emmy-noether' } as const;
const minute = 60_000;
const day = 24 * 60 * minute;

/** Saves a draft; with `at` (milliseconds since 1970) it is to be published then. */
async function write(params: RecordName, version: number, value: object, at?: number): Promise<void> {
  const saved = await desk.write(params, value, { version, publishes: at !== undefined, at });
  expect([saved.codes, saved.value?.meta.faults]).toEqual([[], []]);
}

const remove = async (params: RecordName, version: number) =>
  (await shop.call(removeCatalogueRecord, { operator, params, query: { version: String(version) } })).codes;

/** Returns a course without faults, with its own position in lists. */
async function courseAt(position: number) {
  const { value } = await desk.read(course);
  const [part] = value.parts as { lessons: object[] }[];
  const parts = [{ ...part, lessons: [{ ...part?.lessons[0], id: `stelle-${position}` }] }];
  return { ...value, position, parts };
}

test('a draft is removed once, with its current version only; a new one with its slug has its versions again', async () => {
  const key = { type: 'master', slug: 'ada-kren' } as const;
  await write(key, 0, { firstname: 'Ada', lastname: 'Kren' });
  await write(key, 1, { firstname: 'Ada', lastname: 'Kern' });
  expect(await remove(key, 1), 'somebody has saved since').toEqual(['RECORD_CHANGED']);
  const pressed = await Promise.all([remove(key, 2), remove(key, 2)]);
  expect(pressed.toSorted((one, other) => one.length - other.length)).toEqual([[], ['NOT_FOUND']]);
  expect((await shop.call(getCatalogueRecord, { operator, params: key })).codes).toEqual(['NOT_FOUND']);
  const change = { action: 'catalogue.draft_removed', record_id: 'master.ada-kren' } as const;
  expect(await rowsOf(shop.db, 'audit_log', change, ['before', 'after'])).toEqual([
    { before: null, after: null },
  ]);

  await write(key, 0, { firstname: 'Ada', lastname: 'Korn' });
  expect((await desk.versions(key)).map(({ number }) => number)).toEqual([3, 2, 1]);
  const back = await desk.restore(key, 2);
  expect(back.value?.data.attributes.value).toEqual({ firstname: 'Ada', lastname: 'Kern' });
});

test('a published, an unknown and a planned record are not removed; a planned one is once its plan is called off', async () => {
  const { version } = await desk.read(course);
  expect(await remove(course, version)).toEqual(['NOT_POSSIBLE']);
  expect(await remove({ type: 'course', slug: 'fehlt' }, 1)).toEqual(['NOT_FOUND']);
  expect(await remove({ type: 'legal', slug: 'fehlt' }, 1)).toEqual(['NOT_FOUND']);

  const key = { type: 'course', slug: 'bald-da' } as const;
  await write(key, 0, await courseAt(81), shop.context.clock.now() + minute);
  expect(await remove(key, 1)).toEqual(['NOT_POSSIBLE']);
  await shop.call(callOffCataloguePlan, { operator, params: { ...key, number: 1 } });
  expect(await remove(key, 1)).toEqual([]);
  shop.advance(minute);
  await desk.carryOutPlans();
  expect((await shop.call(getCatalogueRecord, { operator, params: key })).codes).toEqual(['NOT_FOUND']);
});

test('a refused plan is removed from the start page with its draft', async () => {
  const key = { type: 'course', slug: 'ohne-platz' } as const;
  await write(key, 0, await courseAt(82), shop.context.clock.now() + minute);
  await desk.save(course, { position: 82 });
  shop.advance(minute);
  await desk.carryOutPlans();
  const refused = async () => {
    const { value } = await shop.call(listAttention, { operator });
    return value?.data.find(({ kind }) => kind === 'refused_plans')?.items.map(({ id }) => id) ?? [];
  };
  expect(await refused()).toEqual(['course/ohne-platz']);
  expect(await remove(key, 1)).toEqual([]);
  expect(await refused()).toEqual([]);
});

test('a picture that only a removed draft names is kept for 90 days for its versions', async () => {
  const square = { width: 900, height: 900, channels: 3, background: '#c00000' } as const;
  const file = new Blob([new Uint8Array(await sharp({ create: square }).png().toBuffer())]);
  const query = { file_name: 'tafel.png', shape: '3/4' } as const;
  const uploaded = await shop.call(uploadPicture, { operator, query, body: file });
  const name = uploaded.value?.data.id ?? '';
  const key = { type: 'master', slug: 'mit-bild' } as const;
  await write(key, 0, { firstname: 'Mit', lastname: 'Bild', picture: name });
  expect(await remove(key, 1)).toEqual([]);
  const cleanUp = () => removeUnusedPictures(shop.context, '/nonexistent');
  shop.advance(89 * day);
  await cleanUp();
  expect((await rowOf(shop.db, 'pictures', { name })).name).toBe(name);
  shop.advance(2 * day);
  await cleanUp();
  expect(await rowsOf(shop.db, 'pictures', { name })).toEqual([]);
});
