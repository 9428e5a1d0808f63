import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { operatorEndpoints } from '#api/operator-endpoints.ts';
import { limits } from '#api/rate-limit-policy.ts';
import { apiTexts } from '#app/wiring/api-texts.ts';
import { loadContent } from '#server/content/loading/load-content.ts';
import { previewRecord } from '#server/content/records/preview-record.ts';
import { removeReplacedFiles } from '#server/learning/films/lesson-files.ts';
import { mediaRoutes } from '#server/learning/films/media-routes.ts';
import { removeReplacedFilms } from '#server/learning/films/packaged-films.ts';
import { recordConfirmation } from '#server/orders/delivery/promise-contents.ts';
import { posterFile } from '#server/platform/media/packaged-film.ts';
import { countHit, limitOf } from '#server/platform/rate-limits.ts';
import { buy } from '#test/integration/accounts/account-shop.ts';
import { openCatalogueDesk } from '#test/integration/support/catalogue-desk.ts';
import { filmIsReady } from '#test/integration/support/ready-films.ts';
import { rowOf, rowsOf } from '#test/integration/support/rows.ts';
import { products, register } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const folder = await mkdtemp(join(tmpdir(), 'meisterhand-film-drafts-'));
const shop = await openTestShop({ dataDir: folder });
const desk = await openCatalogueDesk(shop);
const { context } = shop;
const { operator, read } = desk;
const routes = mediaRoutes(context, apiTexts.mails);
const course = { type: 'course', slug: 'clara-schumann' } as const;
const neighbour = { type: 'course', slug: 'albrecht-duerer' } as const;
const trailer = 'trailer-clara-schumann';
const lesson = 'schumann-eine-taste';
const minute = 60_000;
const day = 24 * 60 * minute;

beforeEach(() => shop.advance(1_000));
afterAll(async () => {
  expect(shop.faults).toEqual([]);
  await rm(folder, { recursive: true });
});

const statusOf = async (address: string) =>
  (await routes.request(address.replaceAll('&amp;', '&').replace(/^\/media/, ''))).status;

/** Returns whether any file of a film can be requested by its id. */
async function isPlayable(id: string): Promise<boolean> {
  const files = ['master.m3u8', 'v240.m3u8', 'key', 'poster.jpg', 'sheet-1.jpg', 'storyboard.vtt'];
  const all = await Promise.all(files.map((file) => statusOf(`/media/films/${id}/${file}`)));
  return all.some((status) => status !== 404);
}

/** Returns the ids of the films that shoppers play in the free lesson and in the trailer. */
async function shown() {
  const { value } = await shop.call(endpoints.getLesson, { params: { id: lesson } });
  const playlist = await routes.request(`/films/${trailer}/master.m3u8`);
  return {
    lesson: value?.data.attributes.media?.hls?.url.split('/')[3] ?? null,
    trailer:
      playlist.status === 200 ? (/\/media\/films\/([^/]+)/.exec(await playlist.text())?.[1] ?? '') : null,
  };
}

async function film(name: string) {
  const { value } = await shop.call(operatorEndpoints.getOperatorFilm, { operator, params: { film: name } });
  return value?.data.attributes;
}

const publish = () => desk.publish(course);

/** Saves the published version as the draft, as the back office does. */
const discard = () => desk.save(course, {}, { publishes: false });

/** Returns the preview of the course, and the addresses of the posters of its new films. */
async function preview() {
  const renderPage: typeof context.renderPage = async (trx, path, loaded) => {
    const page = await context.renderPage?.(trx, path, loaded);
    return { status: 200, policy: '', html: `${page?.html}</body>` };
  };
  const page = await previewRecord({ ...context, renderPage }, course, 'de');
  const html = page.ok ? page.value.html : '';
  const posters = [...html.matchAll(/src="(\/media\/films\/[^"]+)"/g)].map(([, address = '']) => address);
  return { html, posters };
}

const named = (ids: { readonly lesson: unknown; readonly trailer: unknown }) => ({
  [lesson]: ids.lesson,
  [trailer]: ids.trailer,
});

const remove = async (name: string) =>
  (await shop.call(operatorEndpoints.removeFilm, { operator, params: { film: name } })).codes;

test('a film that is ready is in the draft and the preview of its course, and shown once that is published', async () => {
  const before = await shown();
  expect(before).toEqual({ lesson: null, trailer: null });
  const ids = { lesson: await filmIsReady(shop, lesson), trailer: await filmIsReady(shop, trailer) };
  expect(await shown()).toEqual(before);
  expect([await isPlayable(ids.lesson), await isPlayable(ids.trailer)]).toEqual([false, false]);
  const { state, value } = await read(course);
  expect([state, value.films]).toEqual(['changed', named(ids)]);
  expect((await desk.versions(course))[0]).toMatchObject({ state: 'draft', fields: [`films.${trailer}`] });
  expect(await film(trailer)).toMatchObject({
    shown: null,
    draft: { course: course.slug, film: { lines: [240, 480] } },
  });
  await context.media.store({ name: posterFile(ids.trailer), size: 4, content: new Blob(['JPEG']).stream() });
  const { html, posters } = await preview();
  expect(posters.map((address) => address.split('/')[3])).toEqual([ids.lesson, ids.trailer]);
  const poster = posters[1] ?? '';
  expect(html).toContain(`<a href="${context.settings.backOffice.path}/films/${lesson}" target="_blank">`);
  expect(html, 'the card of the trailer').toContain('"trailer_is_adaptive":true');
  expect([
    await statusOf(poster),
    await statusOf(poster.replace(/signature=..../, 'signature=AAAA')),
  ]).toEqual([200, 404]);
  expect(await statusOf(poster.replace('poster.jpg', 'master.m3u8')), 'only the poster').toBe(404);
  shop.advance(10 * minute + 1);
  expect(await statusOf(poster), 'ten minutes later').toBe(404);

  await filmIsReady(shop, 'trailer-albrecht-duerer');
  await desk.publish(neighbour);
  expect((await publish()).value?.meta.faults).toEqual([]);
  expect(await shown()).toEqual(ids);
  expect(await film('trailer-albrecht-duerer'), 'of another course').toMatchObject({
    shown: { origin: 'added' },
  });
  expect(await film(trailer)).toMatchObject({ shown: { origin: 'added' }, draft: null });
  expect((await read(course)).is_by_hand, 'a film is in no file').toBe(false);
});

test('operators can play a film while it is in a draft, segment by segment', async () => {
  const waiting = await filmIsReady(shop, lesson);
  const { getDraftFilmKey, getDraftFilmPlaylist, getOperatorFilm } = operatorEndpoints;
  const playlist = async (name: string, id = waiting) => {
    const { value, codes } = await shop.call(getDraftFilmPlaylist, {
      operator,
      params: { id, playlist: name },
    });
    return value === null ? codes.join() : Buffer.from(value.content).toString();
  };
  const keyOf = async (id = waiting) =>
    (await shop.call(getDraftFilmKey, { operator, params: { id } })).codes;

  const { value: page } = await shop.call(getOperatorFilm, { operator, params: { film: lesson } });
  expect(page?.data.attributes.draft?.film).toMatchObject({ id: waiting, lines: [240, 480] });
  const folder = `/api/operator/draft-films/${waiting}`;
  const tracks = [...(await playlist('master')).matchAll(/\/api\/operator\S*?\/playlists\/([\w-]+)/g)];
  expect(new Set(tracks.map(([path, name]) => [path.startsWith(folder), name].join()))).toEqual(
    new Set(['true,sound', 'true,captions-de', 'true,captions-en', 'true,v240', 'true,v480']),
  );
  const track = await playlist('v240');
  expect(track).toContain(`URI="${folder}/key"`);
  const [, bytes = '', first = '', address = ''] =
    /#EXT-X-BYTERANGE:(\d+)@(\d+)\n(\/media\/parts\/\S+)/.exec(track) ?? [];
  const range = `bytes=${first}-${Number(first) + Number(bytes) - 1}`;
  const segment = await routes.request(address.replace('/media', ''), { headers: { Range: range } });
  expect([segment.status, (await segment.arrayBuffer()).byteLength]).toEqual([206, Number(bytes)]);
  expect([await keyOf(), await playlist('v999')]).toEqual([[], 'NOT_FOUND']);

  expect(await isPlayable(waiting), 'for shoppers').toBe(false);

  const next = await filmIsReady(shop, lesson);
  expect([await keyOf(), await playlist('master')], 'another one is in the draft').toEqual([
    ['NOT_FOUND'],
    'NOT_FOUND',
  ]);
  expect(await keyOf(next)).toEqual([]);
  await discard();
  expect([await keyOf(next), await playlist('master', next)]).toEqual([['NOT_FOUND'], 'NOT_FOUND']);
});

test('discarding a draft, or removing a film from it, leaves the published film', async () => {
  const before = await shown();
  const next = await filmIsReady(shop, lesson);
  expect((await read(course)).state).toBe('changed');
  await discard();
  const { state, value } = await read(course);
  expect([state, value.films]).toEqual(['published', named(before)]);
  await publish();
  expect([await shown(), await isPlayable(next)]).toEqual([before, false]);

  await filmIsReady(shop, lesson);
  expect(await remove(lesson), 'the one of the draft').toEqual([]);
  expect((await read(course)).state).toBe('published');
  expect(await remove(lesson), 'the published one').toEqual([]);
  expect(await remove(lesson), 'twice').toEqual(['NOT_FOUND']);
  expect([await shown(), (await film(lesson))?.draft]).toEqual([before, { course: course.slug, film: null }]);
  await publish();
  expect(await shown()).toEqual({ ...before, lesson: null });
});

test('an older version can be restored with its film for 90 days', async () => {
  const first = await filmIsReady(shop, lesson);
  await publish();
  const { version } = await read(course);
  const second = await filmIsReady(shop, lesson);
  await publish();
  expect((await shown()).lesson).toBe(second);
  shop.advance(89 * day);
  await removeReplacedFilms(context);
  expect(await isPlayable(first), 'after a day').toBe(false);
  const fresh = await openCatalogueDesk(shop);
  await fresh.restore(course, version);
  expect((await shown()).lesson).toBe(second);
  expect((await fresh.read(course)).value.films).toMatchObject({ [lesson]: first });
  await fresh.publish(course);
  expect((await shown()).lesson).toBe(first);
  expect(await isPlayable(first)).toBe(true);

  // Now the second film is the replaced one.
  const later = (await fresh.versions(course)).find(({ state }) => state === 'published')?.number ?? 0;
  expect(later).toBeGreaterThan(version);
  const isStored = async () => (await rowsOf(shop.db, 'films', { id: second }, ['id'])).length > 0;
  const after = [];
  for (const days of [45, 46]) {
    shop.advance(days * day);
    await removeReplacedFilms(context);
    after.push(await isStored());
  }
  expect(after).toEqual([true, false]);
  const last = await openCatalogueDesk(shop);
  await last.restore(course, version + 2);
  expect((await last.read(course)).value.films, 'it is gone').toMatchObject({ [lesson]: first });
  const unknown = await last.save(course, { films: { [lesson]: second } });
  expect(unknown.value?.meta.faults).toEqual([{ path: `films.${lesson}`, code: 'unknown', limit: null }]);
  expect((await shown()).lesson).toBe(first);
  await last.save(course, {}, { publishes: false });
});

test('a plan publishes the film that it was created with; a film that is ready later stays in the draft', async () => {
  const late = await openCatalogueDesk(shop);
  const before = await shown();
  const planned = await filmIsReady(shop, lesson);
  const at = context.clock.now() + minute;
  expect((await late.publish(course, { at })).value?.meta.faults).toEqual([]);
  const unseen = await filmIsReady(shop, trailer);
  await late.carryOutPlans();
  expect(await shown(), 'not yet due').toEqual(before);
  shop.advance(minute);
  await late.carryOutPlans();
  expect(await shown()).toEqual({ ...before, lesson: planned });
  expect(await isPlayable(unseen)).toBe(false);
  const record = await late.read(course);
  expect([record.state, record.value.films]).toEqual([
    'changed',
    named({ lesson: planned, trailer: unseen }),
  ]);
  await late.publish(course);
  expect(await shown()).toEqual({ lesson: planned, trailer: unseen });
});

test('a plan does not change films of other lessons that are published before it is due', async () => {
  const late = await openCatalogueDesk(shop);
  const ids = { lesson: await filmIsReady(shop, lesson), trailer: '' };
  const at = context.clock.now() + minute;
  await late.publish(course, { at });
  expect((await late.read(course)).plans.map(({ fields }) => fields)).toEqual([[`films.${lesson}`]]);
  ids.trailer = await filmIsReady(shop, trailer);
  await late.publish(course);
  expect((await shown()).trailer).toBe(ids.trailer);
  shop.advance(minute);
  await late.carryOutPlans();
  expect(await shown()).toEqual(ids);
});

test('captions, texts and worksheets follow the draft as films do', async () => {
  shop.advance(day);
  let files = await openCatalogueDesk(shop);
  const { listLessonFiles, removeLessonFile, storeLessonFile } = operatorEndpoints;
  const params = { film: lesson, ending: 'de.vtt' } as const;
  const captions = async () => (await routes.request(`/${lesson}.de.vtt`)).text();
  const store = async (words: string) => {
    shop.advance(1_000);
    const text = `WEBVTT\n\n00:00.500 --> 00:02.000\n${words}\n`;
    const body = new Blob([text]);
    expect((await shop.call(storeLessonFile, { operator: files.operator, params, body })).codes).toEqual([]);
    return text;
  };
  const listed = async () => {
    const { value } = await shop.call(listLessonFiles, { operator: files.operator, params });
    return value?.data.map(({ is_shown, is_drafted }) => [is_shown, is_drafted]);
  };
  const publishDraft = async (options = {}) =>
    expect((await files.publish(course, options)).codes).toEqual([]);

  const ofContent = await captions();
  const first = await store('Eins.');
  expect([await captions(), await listed()]).toEqual([ofContent, [[false, true]]]);
  const { html, posters } = await preview();
  expect([html.includes('</body>'), posters], 'a file has no picture').toEqual([true, []]);
  await publishDraft();
  const { version } = await files.read(course);
  expect([await captions(), await listed()]).toEqual([first, [[true, true]]]);

  await store('Verworfen.');
  expect(await listed()).toEqual([
    [true, false],
    [false, true],
  ]);
  await files.save(course, {}, { publishes: false });
  await publishDraft();
  expect([await captions(), await listed()]).toEqual([first, [[true, true]]]);

  const planned = await store('Geplant.');
  await publishDraft({ at: context.clock.now() + minute });
  await files.save(course, {}, { publishes: false });
  expect(await captions()).toBe(first);
  shop.advance(minute);
  await files.carryOutPlans();
  expect(await captions()).toBe(planned);

  await files.restore(course, version);
  await publishDraft();
  expect(await captions(), 'an older version').toBe(first);
  const remove = () => shop.call(removeLessonFile, { operator: files.operator, params });
  expect((await remove()).codes).toEqual([]);
  expect([await captions(), await listed()]).toEqual([first, [[true, false]]]);
  await publishDraft();
  expect([await captions(), await listed(), (await remove()).codes]).toEqual([ofContent, [], ['NOT_FOUND']]);

  const stored = () => rowsOf(shop.db, 'uploaded_lesson_files', { name: `${lesson}.de.vtt` }, ['id']);
  const last = await store('Bleibt.');
  await publishDraft();
  shop.advance(89 * day);
  await removeReplacedFiles(context);
  expect(await stored(), 'for versions').toHaveLength(4);
  shop.advance(2 * day);
  await removeReplacedFiles(context);
  expect([await stored(), await captions()]).toEqual([[expect.anything()], last]);
  files = await openCatalogueDesk(shop);
  await files.restore(course, version);
  expect((await files.read(course)).state, 'what is gone is as it is published').toBe('published');
});

test('files of the content change a course, but not its films', async () => {
  const before = await shown();
  const again = await openCatalogueDesk(shop);
  const films = (await again.read(course)).published?.films;
  expect(Object.keys(films ?? {})).toContain(`${lesson}.de.vtt`);
  await context.db
    .updateTable('catalogue_records')
    .set({ loaded: sql`published` })
    .where('slug', '=', course.slug)
    .execute();
  await loadContent(context, shop.content, { mode: 'demo', overwrites: () => true });
  expect(await shown()).toEqual(before);
  expect((await again.read(course)).published?.films).toEqual(films);
});

test('the film of a paid lesson is signed for its viewer; its key is recorded as a use, and counts for the limit of films', async () => {
  const paid = 'schumann-das-gewicht-des-arms';
  const fresh = await openCatalogueDesk(shop);
  await filmIsReady(shop, paid);
  await fresh.publish(course);
  const viewer = await register(shop);
  const { id: order_id } = await buy(shop, viewer, [products.course]);
  await recordConfirmation(shop.db, context, order_id, 'mail');
  const { value } = await shop.call(endpoints.getLesson, { params: { id: paid }, bearer: viewer.access });
  const master = value?.data.attributes.media?.hls?.url ?? '';
  const addressIn = async (list: string, pattern: RegExp) =>
    pattern.exec(await (await routes.request(list.replace('/media', ''))).text())?.[1] ?? '';
  const track = await addressIn(master, /^(\/media\/films\/\S+\/v240\.m3u8\S*)$/m);
  const key = await addressIn(track, /KEY:METHOD=AES-128,URI="([^"]+)"/);
  const part = await addressIn(track, /^(\/media\/parts\/\S+)$/m);
  const unsigned = [master, track, key, part].map((address) => address.split('?')[0] ?? '');
  expect(await Promise.all(unsigned.map(statusOf))).toEqual([403, 403, 403, 403]);
  expect(await Promise.all([master, track, part].map(statusOf))).toEqual([200, 200, 200]);
  const { id: order_line_id } = await rowOf(shop.db, 'order_lines', { order_id });
  const opened = async () => (await rowOf(shop.db, 'digital_contents', { order_line_id })).opened_lesson_id;
  expect(await opened()).toBeNull();
  const used = { ...limitOf('film_share', { account: viewer.id }), hits: limits.film_share.most - 1_000 };
  await countHit(shop.db, context, [used]);
  expect([await statusOf(key), await opened()]).toEqual([200, paid]);
  const refused = await routes.request(key.replace('/media', ''));
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '3600']);
});
