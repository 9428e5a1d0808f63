import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { operatorEndpoints } from '#api/operator-endpoints.ts';
import { apiTexts } from '#app/wiring/api-texts.ts';
import type { LessonFile } from '#core/model/lesson-file.ts';
import { trailerMedia } from '#core/rules/catalogue/trailers.ts';
import { loadFilms, restoreContentFilms } from '#server/learning/films/load-films.ts';
import { mediaRoutes } from '#server/learning/films/media-routes.ts';
import { currentFilms, removeReplacedFilms } from '#server/learning/films/packaged-films.ts';
import { projectRoot } from '#server/platform/files/project-root.ts';
import { openCatalogueDesk, publishDraft } from '#test/integration/support/catalogue-desk.ts';
import { untilBlocked } from '#test/integration/support/database.ts';
import { free } from '#test/integration/support/media-shop.ts';
import { filmIsReady } from '#test/integration/support/ready-films.ts';
import { insertRows, rowsOf } from '#test/integration/support/rows.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const folder = await mkdtemp(join(tmpdir(), 'meisterhand-trailers-'));
const shop = await openTestShop({ dataDir: folder });
let desk = await openCatalogueDesk(shop);
const { context } = shop;
const routes = mediaRoutes(context, apiTexts.mails);
const get = (address: string) => routes.request(address.replace(/^\/media/, ''));
const status = async (address = '') => (await get(address)).status;
const slug = 'clara-schumann';
const trailer = `trailer-${slug}`;

afterAll(() => rm(folder, { recursive: true }));

/** Stores a film as ready, publishes the draft of its course, and returns the id of the film. */
async function bring(name: string): Promise<string> {
  const id = await filmIsReady(shop, name, trailer);
  await publishDraft(shop, name.slice('trailer-'.length));
  return id;
}

async function card(of = slug, language: 'de' | 'en' = 'de') {
  const { value } = await shop.call(endpoints.getProduct, { params: { slug: of }, language });
  if (value === null) throw new Error(`No product ${of}`);
  return value.data.attributes;
}

const media = async (of = slug, language: 'de' | 'en' = 'de') => trailerMedia(await card(of, language));

async function store(ending: LessonFile['ending'], content: string, film = trailer) {
  const { operator } = desk;
  const stored = await shop.call(operatorEndpoints.storeLessonFile, {
    operator,
    params: { film, ending },
    body: new Blob([content]),
  });
  return stored.value?.meta.faults.map(({ code }) => code) ?? stored.codes;
}

const remove = async ({ operator } = desk) =>
  (await shop.call(operatorEndpoints.removeFilm, { operator, params: { film: trailer } })).codes;

async function listed(q: string) {
  const query = { 'filter[q]': q };
  const { value } = await shop.call(operatorEndpoints.listOperatorFilms, { operator: desk.operator, query });
  return value?.data.map(({ id, attributes }) => [id, attributes.title]) ?? [];
}

test('the trailer of a draft is public only while its course is', async () => {
  const draft = { type: 'course', slug: 'noch-nicht-da' } as const;
  const { value } = await desk.read({ type: 'course', slug: 'emmy-noether' });
  const [part] = value.parts as { lessons: object[] }[];
  const withLesson = (id: string, position: number) => {
    const lessons = [{ ...part?.lessons[0], id, is_free: true }];
    return { ...value, position, parts: [{ ...part, lessons }] };
  };
  const refused = await desk.write(draft, withLesson('trailer-noch-eins', 71));
  expect(refused.value?.meta.faults).toEqual([
    { path: 'parts.0.lessons.0.id', code: 'invalid', limit: null },
  ]);
  expect(await listed(draft.slug), 'a draft with faults').toEqual([]);
  await desk.write(draft, withLesson('noch-eins', 71), { version: 1, publishes: false });
  const name = `trailer-${draft.slug}`;
  expect((await listed(draft.slug)).map(([id]) => id)).toEqual([name, 'noch-eins']);
  const id = await filmIsReady(shop, name, trailer);
  const addresses = [name, id].map((film) => `/media/films/${film}/master.m3u8`);
  expect(await Promise.all(addresses.map(status))).toEqual([404, 404]);
  await publishDraft(shop, draft.slug);
  expect(await media(draft.slug)).toMatchObject({ hls: { url: addresses[0] }, has_sound: true });
  expect(await Promise.all(addresses.map(status))).toEqual([200, 200]);
  await desk.sell(draft, false);
  expect(await Promise.all(addresses.map(status)), 'off sale').toEqual([404, 404]);

  const taken = 'auch-nicht-da';
  await desk.write({ type: 'course', slug: taken }, withLesson('auch-eins', 72), { publishes: false });
  await filmIsReady(shop, `trailer-${taken}`, trailer);
  const { value: book } = await desk.read({ type: 'book', slug: 'fuenf-saucen' });
  await desk.write({ type: 'book', slug: taken }, { ...book, position: 73, isbn: undefined });
  expect((await card(taken)).trailer, 'of a book at this address').toBeNull();
});

test('an empty or long text, invalid captions and a worksheet of a trailer are refused', async () => {
  expect(await store('en.txt', ' \n')).toEqual(['no_text']);
  expect(await store('en.txt', 'a'.repeat(2_001))).toEqual(['long_text']);
  expect(await store('de.vtt', 'no captions')).toEqual(['no_header']);
  expect(await store('de.pdf', '%PDF-1.7\n%%EOF\n')).toEqual(['NOT_FOUND']);
  expect(await store('de.txt', 'Text', 'trailer-nobody')).toEqual(['NOT_FOUND']);
});

test('an uploaded trailer with its files replaces that of the content until it is removed', async () => {
  const before = await card();
  expect((await listed(slug))[0]).toEqual([trailer, null]);
  expect(await remove(), 'that of the content').toEqual(['NOT_FOUND']);
  const first = await bring(trailer);
  const [firstMaster = '', master = ''] = [first, trailer].map((film) => `/media/films/${film}/master.m3u8`);
  expect(await media()).toMatchObject({ sources: [], hls: { url: master }, captions: [], description: null });
  expect(await (await get(master)).text(), 'captions of the content').not.toContain('captions-');

  const preview = `/media/films/${trailer}/preview.mp4`;
  expect([(await card()).trailer_has_preview, await status(preview)], 'made before').toEqual([false, 404]);
  await sql`update films set facts = facts - 'has_preview' where id = ${first}`.execute(shop.db);
  expect([(await card()).trailer_has_preview, await status(preview)], 'by an older version').toEqual([
    false,
    404,
  ]);

  expect(await store('de.vtt', 'WEBVTT\n\n00:00.500 --> 00:02.000\nNeu.\n')).toEqual([]);
  expect(await store('de.txt', 'Eine Hand am Flügel.\n')).toEqual([]);
  expect(await media(), 'in the draft').toMatchObject({ captions: [], description: null });
  await publishDraft(shop);
  expect(await media()).toMatchObject({
    captions: [{ locale: 'de', address: `/media/${trailer}.de.vtt` }],
    description: 'Eine Hand am Flügel.',
  });
  expect((await media(slug, 'en'))?.description).toBeNull();
  expect((await (await get(master)).text()).match(/captions-../g)).toEqual(['captions-de']);

  const second = await bring(trailer);
  expect(await (await get(master)).text(), 'replaced').not.toContain(first);
  const ofPagesBefore = [firstMaster, `/media/${trailer}.mp4`];
  expect(await Promise.all(ofPagesBefore.map(status))).toEqual([200, 200]);

  expect(await remove()).toEqual([]);
  expect(await remove(), 'twice').toEqual(['NOT_FOUND']);
  expect(await (await get(master)).text(), 'until the draft is published').toContain(second);
  await publishDraft(shop);
  expect((await card()).trailer_is_adaptive, 'its whole files').toBe(false);
  await restoreContentFilms(context);
  for (const ending of ['de.vtt', 'de.txt'] as const)
    await shop.call(operatorEndpoints.removeLessonFile, {
      operator: desk.operator,
      params: { film: trailer, ending },
    });
  await publishDraft(shop);
  expect(await card(), 'that of the content, in several sizes at once').toEqual({
    ...before,
    trailer_is_adaptive: true,
  });
  expect(await (await get(master)).text()).toMatch(/captions-de.*captions-en/s);
  expect(await status(firstMaster), 'a page from before').toBe(200);
  // A day later the replaced film is removed.
  shop.advance(24 * 60 * 60_000 + 1);
  await removeReplacedFilms(context);
  expect(await Promise.all([firstMaster, master].map(status))).toEqual([404, 200]);
  const noted = await rowsOf(shop.db, 'audit_log', { record_id: trailer }, ['action', 'record_type']);
  expect(noted.filter(({ action }) => action === 'film.removed')).toEqual([
    { action: 'film.removed', record_type: 'trailers' },
  ]);
});

test('loading the content does not replace a film that was published meanwhile', async () => {
  desk = await openCatalogueDesk(shop);
  const films = join(folder, 'films-of-the-content');
  const name = 'trailer-emmy-noether';
  await cp(join(projectRoot, 'content/films', name), join(films, name), { recursive: true });
  let published: Promise<string> | undefined;
  const media: typeof context.media = {
    ...context.media,
    async store(file) {
      published ??= bring(name);
      await published;
      return context.media.store(file);
    },
  };
  expect(await loadFilms({ ...context, media }, films), 'while it is stored').toBe(0);
  const shown = () => currentFilms(shop.db, [name]);
  expect((await shown()).get(name)).toMatchObject({ id: await published, origin: 'added' });
  expect(await loadFilms(context, films), 'later').toBe(0);
  expect((await shown()).get(name)?.id).toBe(await published);
});

test('a failed film is not retried while another upload for its lesson begins', async () => {
  const now = new Date(context.clock.now());
  const job = (state: 'failed' | 'waiting') => ({
    ...{ id: context.ids.uuid(), lesson_id: free, state, step: 'waiting', percent: 0, error: null },
    ...{ source: '', file_name: 'kamera.mov', version: '', bytes: 1, leased_until: null },
    ...{ film_id: context.ids.uuid(), film_key: Buffer.alloc(16), created_at: now, changed_at: now },
  });
  const failed = job('failed');
  await insertRows(shop.db, 'film_jobs', failed);
  const { operator } = await openCatalogueDesk(shop);
  const call = { operator, params: { id: failed.id } };
  const { retrying } = await shop.db.transaction().execute(async (trx) => {
    await insertRows(trx, 'film_jobs', job('waiting'));
    const retrying = shop.call(operatorEndpoints.retryFilmJob, call);
    await untilBlocked(shop.db);
    return { retrying };
  });
  expect((await retrying).codes).toEqual(['FILM_UNDER_WAY']);
});
