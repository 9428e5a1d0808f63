import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFolderStorage } from '#adapters/media/folder/folder-storage.ts';
import { endpoints } from '#api/endpoints.ts';
import { operatorEndpoints } from '#api/operator-endpoints.ts';
import { apiTexts } from '#app/wiring/api-texts.ts';
import { trailerMedia } from '#core/rules/catalogue/trailers.ts';
import { restoreContentFilms } from '#server/learning/films/load-films.ts';
import { makeNextFilm } from '#server/learning/films/make-next-film.ts';
import { mediaRoutes } from '#server/learning/films/media-routes.ts';
import { currentFilms } from '#server/learning/films/packaged-films.ts';
import { projectRoot } from '#server/platform/files/project-root.ts';
import { type FilmTools, findFilmTools, runProgram } from '#server/platform/media/ffmpeg.ts';
import { probeFilm } from '#server/platform/media/probe-film.ts';
import { publishDraft } from '#test/integration/support/catalogue-desk.ts';
import { free, paid } from '#test/integration/support/media-shop.ts';
import { logInAs } from '#test/integration/support/operators.ts';
import { changeRows } from '#test/integration/support/rows.ts';
import { openTestShop, readResponse } from '#test/integration/support/test-shop.ts';

const folder = await mkdtemp(join(tmpdir(), 'meisterhand-film-uploads-'));
const ffmpegPaths = (process.env.PATH ?? '').split(delimiter).map((one) => join(one, 'ffmpeg'));
const filmUploads = { folder: join(folder, 'uploads'), mostBytes: 2 ** 50 };
const shop = await openTestShop({ dataDir: folder, ffmpegPaths, filmUploads });
const clips = join(projectRoot, 'content/clips');
const context = {
  ...shop.context,
  media: createFolderStorage({ directory: clips, ownDirectory: join(folder, 'films') }),
};
const quality = { preset: 'ultrafast', factor: 40, sound: 32, lines: 240 };
const make = () => makeNextFilm(context, new AbortController().signal, quality);
let editor = await logInAs(shop, 'editor');
let camera: Buffer;
let tools: FilmTools;

beforeAll(async () => {
  const found = await findFilmTools(ffmpegPaths);
  if (found === null)
    throw new Error('These tests need ffmpeg: npm test brings it; Debian: apt-get install ffmpeg');
  tools = found;
  const source = join(folder, 'camera.mov');
  await runProgram(tools.ffmpeg, [
    ...['-v', 'error', '-f', 'lavfi', '-i', 'testsrc=size=426x240:rate=25:duration=5'],
    ...['-f', 'lavfi', '-i', 'sine=frequency=440:duration=5', '-preset', 'ultrafast', source],
  ]);
  camera = await readFile(source);
});

const begin = (lesson: string, file_name: string, bytes: number) =>
  shop.call(operatorEndpoints.beginFilmUpload, {
    operator: editor.cookie,
    params: { film: lesson },
    body: { file_name, bytes },
  });

async function sendPart(id: string, at: number, part: Uint8Array, headers: Record<string, string> = {}) {
  const response = await shop.send(`/operator/film-jobs/${id}/parts/${at}`, {
    method: 'PUT',
    headers: {
      Cookie: editor.cookie,
      'Sec-Fetch-Site': 'same-origin',
      'Content-Type': 'application/octet-stream',
      'Content-Length': String(part.byteLength),
      ...headers,
    },
    body: new Uint8Array(part),
  });
  return readResponse(operatorEndpoints.sendFilmPart, response);
}

/** Sends a file in two parts, and returns its job. */
async function sendAll(lesson: string, file: Buffer) {
  const begun = await begin(lesson, 'kamera.mov', file.byteLength);
  const id = begun.value?.data.id ?? '';
  const half = Math.floor(file.byteLength / 2);
  await sendPart(id, 0, file.subarray(0, half));
  const last = await sendPart(id, half, file.subarray(half));
  return { id, job: last.value?.data.attributes };
}

async function film(lesson: string) {
  const { value } = await shop.call(operatorEndpoints.getOperatorFilm, {
    operator: editor.cookie,
    params: { film: lesson },
  });
  return value?.data.attributes;
}

const act = (name: 'cancelFilmJob' | 'retryFilmJob', id: string) =>
  shop.call(operatorEndpoints[name], { operator: editor.cookie, params: { id } });

const uploaded = () => readdir(filmUploads.folder);

/** Returns the stored previews of films. */
const previews = async () =>
  (await readdir(join(folder, 'films'))).filter((name) => name.includes('preview'));

/** Requests a file of a film without a signature. */
const ask = (address: string) =>
  mediaRoutes(context, apiTexts.mails).request(address.replace(/^\/media/, ''));

async function audited() {
  const rows = await shop.db.selectFrom('audit_log').select(['action', 'actor_name', 'after']).execute();
  return rows.map(({ action, actor_name, after }) => [action, actor_name, after]);
}

// film-parts.test.ts tests parts in a wrong order and files that are no films.
test('a camera file is sent in parts, and becomes the film of its lesson', async () => {
  const { length } = camera;
  const begun = await begin(paid, 'Tag 3 – Kamera.mov', length);
  expect([begun.status, begun.value?.data.attributes]).toMatchObject([
    201,
    { state: 'uploading', received: 0 },
  ]);
  const id = begun.value?.data.id ?? '';
  await sendPart(id, 0, camera.subarray(0, 50_000));
  const last = await sendPart(id, 50_000, camera.subarray(50_000));
  expect(last.value?.data.attributes).toMatchObject({ state: 'waiting', received: length, error: null });
  expect(await readFile(join(filmUploads.folder, `${id}.film`))).toEqual(camera);
  expect((await sendPart(id, length, Buffer.alloc(1))).codes).toEqual(['FILM_PART_MISPLACED']);
  expect(await make()).toBe(1);
  await publishDraft(shop);
  expect(await film(paid)).toMatchObject({
    shown: { origin: 'added', lines: [240], has_sound: true },
    job: { state: 'done', percent: 100, file_name: 'Tag 3 – Kamera.mov' },
  });
  expect(await uploaded()).toEqual([]);
  // Without a signature it is refused.
  const { id: made = '' } = (await currentFilms(shop.db, [paid])).get(paid) ?? {};
  const address = `/media/films/${made}/preview.mp4`;
  expect([(await ask(address)).status, await previews()]).toEqual([403, []]);
  expect(await audited()).toContainEqual(['film.added', editor.email, { file: 'Tag 3 – Kamera.mov' }]);
});

test('a camera file becomes the trailer of its course, with one of its frames as poster, and is removed again', async () => {
  const trailer = 'trailer-clara-schumann';
  const card = async () => {
    const { value } = await shop.call(endpoints.getProduct, { params: { slug: 'clara-schumann' } });
    return value?.data.attributes;
  };
  const before = await card();
  const text = Buffer.from('%PDF-1.7 no film '.repeat(50));
  const begun = await begin(trailer, 'rechnung.mp4', text.byteLength);
  expect((await sendPart(begun.value?.data.id ?? '', 0, text)).codes).toEqual(['FILM_UNREADABLE']);
  expect((await sendAll(trailer, camera)).job).toMatchObject({ state: 'waiting' });
  expect(await card(), 'until the new one is whole').toEqual(before);
  expect(await make()).toBe(1);
  expect(await film(trailer)).toMatchObject({ title: null, draft: { film: {} }, job: { state: 'done' } });
  expect(await card(), 'until the draft is published').toEqual(before);
  await publishDraft(shop);
  expect(await film(trailer)).toMatchObject({ shown: { origin: 'added' }, draft: null });
  const shown = await card();
  expect(shown).toMatchObject({ trailer, trailer_has_files: false, trailer_has_sound: true });
  expect([before?.trailer_has_preview, shown?.trailer_has_preview]).toEqual([false, true]);
  const { poster } = (shown && trailerMedia(shown)) ?? {};
  const picture = await ask(poster ?? '');
  // The next trailer has its poster at the same address, so it must not be cached.
  expect([picture.status, picture.headers.get('Cache-Control')]).toEqual([200, 'no-cache']);
  const address = `/media/films/${trailer}/preview.mp4`;
  const preview = await ask(address);
  expect([preview.status, preview.headers.get('Content-Type')]).toEqual([200, 'video/mp4']);
  const file = join(folder, 'preview.mp4');
  await writeFile(file, new Uint8Array(await preview.arrayBuffer()));
  expect(await probeFilm(tools, file)).toMatchObject({
    seconds: expect.closeTo(3, 1),
    height: 240,
    hasSound: false,
  });
  for (const [is_active, status] of [
    [false, 404],
    [true, 200],
  ] as const) {
    await changeRows(shop.db, 'products', { id: 'course-clara-schumann' }, { is_active });
    expect((await ask(address)).status, 'on sale or not').toBe(status);
  }
  const removed = await shop.call(operatorEndpoints.removeFilm, {
    operator: editor.cookie,
    params: { film: trailer },
  });
  expect(removed.value?.data.attributes.draft?.film).toBeNull();
  await publishDraft(shop);
  await restoreContentFilms(context);
  expect((await film(trailer))?.shown).toMatchObject({ origin: 'content', lines: [240, 480] });
  expect(await card()).toEqual({ ...before, trailer_is_adaptive: true });
});

test('a file that cannot be made into a film fails with name and cause, and can be retried', async () => {
  shop.advance(1_000);
  const { id, job } = await sendAll(free, camera.subarray(0, 20_000));
  const failed = { state: 'failed', fault: 'unreadable' };
  expect(job).toMatchObject({ ...failed, error: expect.stringMatching(/^kamera\.mov: ffmpeg cannot/) });
  const waiting = { state: 'waiting', fault: null, error: null };
  expect((await act('retryFilmJob', id)).value?.data.attributes).toMatchObject(waiting);
  expect((await act('retryFilmJob', id)).codes).toEqual(['FILM_STATE']);
  await make();
  expect((await film(free))?.job).toMatchObject({ ...failed, error: expect.stringMatching(/^kamera\.mov/) });
  const other = await begin(free, 'neu.mov', 1_000);
  expect((await act('retryFilmJob', id)).codes).toEqual(['FILM_UNDER_WAY']);
  expect((await act('cancelFilmJob', other.value?.data.id ?? '')).value?.data.attributes.state).toBe(
    'cancelled',
  );
  // It is not continued for a week.
  shop.advance(7 * 24 * 60 * 60_000 + 1);
  editor = await logInAs(shop, 'editor');
  await make();
  expect([await uploaded(), (await act('cancelFilmJob', id)).codes]).toEqual([[], ['FILM_STATE']]);
});

test('a job that is cancelled while the film is made stops, and the shown film stays', async () => {
  const before = (await currentFilms(shop.db, [paid])).get(paid)?.id;
  for (const lesson of [paid, free]) {
    shop.advance(1_000);
    const { id } = await sendAll(lesson, camera);
    const cancelling = {
      ...context,
      media: {
        ...context.media,
        // The film is complete and about to be stored.
        async find(name: string) {
          await act('cancelFilmJob', id);
          return context.media.find(name);
        },
      },
    };
    expect(await makeNextFilm(cancelling, new AbortController().signal, quality)).toBe(1);
    expect((await film(lesson))?.job?.state).toBe('cancelled');
  }
  expect((await currentFilms(shop.db, [paid])).get(paid)?.id).toBe(before);
  expect((await currentFilms(shop.db, [free])).get(free)).toBeUndefined();
  expect([await uploaded(), await readdir(join(folder, 'film-jobs'))]).toEqual([[], []]);
});

test('the free disk space, ffmpeg and the lesson are checked before an upload begins', async () => {
  // The maximum size, for which there is no space.
  expect((await begin(free, 'a.mov', 2 ** 50)).codes).toEqual(['FILM_TOO_LARGE']);
  expect((await begin('nobody', 'a.mov', 100)).codes).toEqual(['NOT_FOUND']);
  const { id } = (await begin(free, 'a.mov', 100)).value?.data ?? { id: '' };
  const part = Buffer.alloc(100);
  expect((await sendPart(id, 0, part, { 'Content-Type': 'text/plain' })).status).toBe(415);
  expect((await sendPart(id, 0, part, { 'Content-Length': String(8 * 1024 * 1024 + 1) })).status).toBe(413);
  const unknown = '01900000-0000-7000-8000-000000000000';
  expect((await sendPart(unknown, 0, part)).codes).toEqual(['NOT_FOUND']);
  await act('cancelFilmJob', id);
  const bare = await openTestShop({ filmUploads, ffmpegPaths: ['/nowhere/ffmpeg'] });
  const { cookie } = await logInAs(bare, 'editor');
  const refused = await bare.call(operatorEndpoints.beginFilmUpload, {
    operator: cookie,
    params: { film: free },
    body: { file_name: 'a.mov', bytes: 100 },
  });
  expect(refused.codes).toEqual(['FILM_TOOLS_MISSING']);
});

test('films are listed in the order of their courses, page by page, and found by state and words', async () => {
  const list = async (query: Record<string, string>) => {
    const { value } = await shop.call(operatorEndpoints.listOperatorFilms, {
      operator: editor.cookie,
      query,
    });
    return { ids: value?.data.map(({ id }) => id) ?? [], next: value?.meta.next ?? null };
  };
  const { ids: all } = await list({ 'page[size]': '100' });
  const first = await list({ 'page[size]': '7' });
  const second = await list({ 'page[size]': '7', 'page[after]': first.next ?? '' });
  expect([...first.ids, ...second.ids]).toEqual(all.slice(0, 14));
  expect((await list({ 'filter[state]': 'shown' })).ids).toEqual(['trailer-clara-schumann', paid]);
  expect((await list({ 'filter[q]': 'SCHUMANN-eine-t', 'filter[state]': 'missing' })).ids).toEqual([free]);
  expect((await list({ 'filter[q]': '100%' })).ids).toEqual([]);
  await begin(free, 'a.mov', 100);
  expect((await list({ 'filter[state]': 'under_way' })).ids).toEqual([free]);
  expect((await list({ 'filter[state]': 'failed' })).ids).toEqual([]);
  await shop.db.updateTable('film_jobs').set({ state: 'failed' }).where('state', '=', 'uploading').execute();
  expect((await list({ 'filter[state]': 'failed' })).ids).toEqual([free]);
  expect((await list({ 'filter[state]': 'under_way' })).ids).toEqual([]);
});

afterAll(async () => {
  expect(shop.faults).toEqual([]);
  await rm(folder, { recursive: true });
});
