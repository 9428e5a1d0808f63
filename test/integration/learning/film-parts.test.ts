import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { operatorEndpoints } from '#api/operator-endpoints.ts';
import { findJob, queueFilm, removeOldUploads } from '#server/learning/films/film-jobs.ts';
import { free } from '#test/integration/support/media-shop.ts';
import { logInAs } from '#test/integration/support/operators.ts';
import { changeRows, rowsOf } from '#test/integration/support/rows.ts';
import { openTestShop, readResponse } from '#test/integration/support/test-shop.ts';

// No film is made here, so an empty ffmpeg is enough, and an ffprobe that takes any file for a film.
const folder = await mkdtemp(join(tmpdir(), 'meisterhand-film-parts-'));
const film = {
  format: { duration: '60' },
  streams: [{ codec_type: 'video', width: 640, height: 360 }],
};
for (const [name, script] of [
  ['ffmpeg', ''],
  ['ffprobe', `#!/bin/sh\necho '${JSON.stringify(film)}'\n`],
] as const)
  await writeFile(join(folder, name), script, { mode: 0o755 });
const filmUploads = { folder: join(folder, 'uploads'), mostBytes: 10_000 };
const shop = await openTestShop({ dataDir: folder, ffmpegPaths: [join(folder, 'ffmpeg')], filmUploads });
const { cookie: operator } = await logInAs(shop, 'editor');
afterAll(() => rm(folder, { recursive: true }));

/** A file that begins as a film does. */
const camera = Buffer.concat([Buffer.from('0000001866747970', 'hex'), Buffer.alloc(992, 1)]);

const begin = (file_name: string, bytes: number) =>
  shop.call(operatorEndpoints.beginFilmUpload, {
    operator,
    params: { film: free },
    body: { file_name, bytes },
  });

/** Begins an upload. Returns the id of its job. */
async function begun(): Promise<string> {
  const { value } = await begin('kamera.mov', camera.length);
  if (value === null) throw new Error('Not begun');
  return value.data.id;
}

async function send(id: string, at: number, part: Uint8Array) {
  const response = await shop.send(`/operator/film-jobs/${id}/parts/${at}`, {
    method: 'PUT',
    headers: {
      Cookie: operator,
      'Sec-Fetch-Site': 'same-origin',
      'Content-Type': 'application/octet-stream',
      'Content-Length': String(part.byteLength),
    },
    body: new Uint8Array(part),
  });
  return readResponse(operatorEndpoints.sendFilmPart, response);
}

const cancel = (id: string) => shop.call(operatorEndpoints.cancelFilmJob, { operator, params: { id } });

const files = () => readdir(filmUploads.folder);

test('parts of a camera file are accepted whole, in order and up to its size, until the upload is cancelled', async () => {
  const id = await begun();
  const first = await send(id, 0, camera.subarray(0, 400));
  expect(first.value?.data.attributes).toMatchObject({ state: 'uploading', received: 400, percent: 40 });
  const again = await begin('kamera.mov', camera.length);
  expect(again.value?.data).toMatchObject({ id, attributes: { received: 400 } });
  for (const [at, part] of [
    [0, camera.subarray(0, 400)],
    [401, camera.subarray(401)],
    [400, Buffer.alloc(601)],
    [400, Buffer.alloc(0)],
  ] as const)
    expect((await send(id, at, part)).codes).toEqual(['FILM_PART_MISPLACED']);
  const { value } = await send(id, 400, camera.subarray(400, 999));
  expect(value?.data.attributes).toMatchObject({ received: 999, percent: 99 });
  const written = await readFile(join(filmUploads.folder, `${id}.film`));
  expect(written.equals(camera.subarray(0, 999))).toBe(true);
  expect((await begin('anderer.mov', camera.length)).codes).toEqual(['FILM_UNDER_WAY']);

  expect((await cancel(id)).value?.data.attributes.state).toBe('cancelled');
  expect(await files()).toEqual([]);
  expect((await cancel(id)).codes).toEqual(['FILM_STATE']);
  expect((await send(id, 999, camera.subarray(999))).codes).toEqual(['FILM_PART_MISPLACED']);
});

test('a complete upload that the server did not queue before it stopped is queued when the file is selected again', async () => {
  const id = await begun();
  await send(id, 0, camera.subarray(0, 400));
  await writeFile(join(filmUploads.folder, `${id}.film`), camera);
  await changeRows(shop.db, 'film_jobs', { id }, { received: camera.length });
  const again = await begin('kamera.mov', camera.length);
  expect(again.value?.data).toMatchObject({ id, attributes: { state: 'waiting', received: camera.length } });
  expect(await rowsOf(shop.db, 'audit_log', { action: 'film.added' }, ['actor_kind'])).toEqual([
    { actor_kind: 'operator' },
  ]);
  expect((await cancel(id)).codes).toEqual([]);
});

test('an upload that is cancelled while its last part is read stays cancelled', async () => {
  const id = await begun();
  await send(id, 0, camera.subarray(0, 400));
  const job = await findJob(shop.db, id);
  if (job === null) throw new Error('Not begun');
  await cancel(id);
  expect(await queueFilm(shop.context, { ...job, received: camera.length })).toMatchObject({
    id,
    state: 'cancelled',
  });
});

test('a file that does not begin like a film is refused with its first part, and removed', async () => {
  const id = await begun();
  expect((await send(id, 0, Buffer.from('Kein Film, sondern Text.'))).codes).toEqual(['FILM_UNREADABLE']);
  expect([await files(), (await send(id, 0, camera)).codes]).toEqual([[], ['NOT_FOUND']]);
});

test('a file of the maximum size is accepted, and one with a byte more is refused', async () => {
  expect((await begin('zu-groß.mov', 10_001)).codes).toEqual(['FILM_TOO_LARGE']);
  const { value } = await begin('groß.mov', 10_000);
  expect((await cancel(value?.data.id ?? '')).codes).toEqual([]);
});

test('an upload that is not continued is kept for a week', async () => {
  const id = await begun();
  await send(id, 0, camera.subarray(0, 400));
  shop.advance(7 * 24 * 60 * 60_000);
  await removeOldUploads(shop.context);
  expect(await files()).toEqual([`${id}.film`]);
  shop.advance(1);
  await removeOldUploads(shop.context);
  expect(await files()).toEqual([]);
});
