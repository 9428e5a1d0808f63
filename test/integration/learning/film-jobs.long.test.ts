import { existsSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFolderStorage } from '#adapters/media/folder/folder-storage.ts';
import { addFilm, listFilmJobs } from '#server/learning/films/film-jobs.ts';
import { makeNextFilm } from '#server/learning/films/make-next-film.ts';
import { currentFilms } from '#server/learning/films/packaged-films.ts';
import { projectRoot } from '#server/platform/files/project-root.ts';
import { readTrack } from '#server/platform/media/cmaf-track.ts';
import { findFilmTools, runProgram } from '#server/platform/media/ffmpeg.ts';
import { publishDraft } from '#test/integration/support/catalogue-desk.ts';
import { free, paid } from '#test/integration/support/media-shop.ts';
import { changeRows, rowOf } from '#test/integration/support/rows.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const folder = await mkdtemp(join(tmpdir(), 'meisterhand-film-jobs-'));
const ffmpegPaths = (process.env.PATH ?? '').split(delimiter).map((one) => join(one, 'ffmpeg'));
const shop = await openTestShop({ dataDir: folder, ffmpegPaths });
const stored = join(folder, 'films');
const context = {
  ...shop.context,
  media: createFolderStorage({ directory: join(projectRoot, 'content/clips'), ownDirectory: stored }),
};
const quality = { preset: 'ultrafast', factor: 40, sound: 32, lines: 480 };
const source = join(folder, 'camera.mov');
const make = (signal = new AbortController().signal) => makeNextFilm(context, signal, quality);
const job = async () => (await listFilmJobs(context.db))[0];

beforeAll(async () => {
  const tools = await findFilmTools(ffmpegPaths);
  if (tools === null)
    throw new Error('These tests need ffmpeg: npm test brings it; Debian: apt-get install ffmpeg');
  // Nine seconds at a frame rate at which a segment of four seconds has no whole number of frames, and a quiet sine.
  await runProgram(tools.ffmpeg, [
    ...['-v', 'error', '-f', 'lavfi', '-i', 'testsrc=size=854x480:rate=30000/1001:duration=9'],
    ...['-f', 'lavfi', '-i', 'sine=frequency=440:duration=9,volume=-30dB', '-preset', 'ultrafast', source],
  ]);
});

test('a camera file becomes a film with aligned segments, sound and small pictures', async () => {
  expect(await addFilm(context, { film: paid, file: source })).toMatchObject({ ok: true });
  expect(await addFilm(context, { film: paid, file: source })).toMatchObject({ ok: false });
  expect(await make()).toBe(1);
  expect(await job()).toMatchObject({ lesson_id: paid, state: 'done', percent: 100, error: null });
  expect(await currentFilms(context.db, [paid]), 'before it is published').toEqual(new Map());
  await publishDraft(shop);
  const facts = (await currentFilms(context.db, [paid])).get(paid)?.facts;
  if (facts === undefined || facts.sound === null)
    throw new Error('The film was not published with its sound');
  expect(facts.pictures.map(({ width, height }) => [width, height])).toEqual([
    [428, 240],
    [854, 480],
  ]);
  expect([facts.storyboard?.count, facts.has_poster]).toEqual([9, true]);
  // Key frames are at the same times in all pictures, four seconds apart, within one frame.
  const lengths = facts.pictures.map(({ segments }) => segments.map(({ seconds }) => seconds));
  expect(lengths[0]).toEqual(lengths[1]);
  expect(lengths[0]).toEqual([4, 4, 1].map((seconds) => expect.closeTo(seconds, 1)));
  const sound = facts.sound.segments.reduce((sum, { seconds }) => sum + seconds, 0);
  expect(sound).toBeCloseTo(9, 1);
  expect(await readdir(join(folder, 'film-jobs'))).toEqual([]);
});

test('with AV1 the larger picture exists twice, the AV1 version behind those that every browser can show', async () => {
  expect(await addFilm(context, { film: paid, file: source })).toMatchObject({ ok: true });
  expect(await makeNextFilm(context, new AbortController().signal, { ...quality, av1: true })).toBe(1);
  expect(await job()).toMatchObject({ state: 'done', error: null });
  await publishDraft(shop);
  const pictures = (await currentFilms(context.db, [paid])).get(paid)?.facts.pictures ?? [];
  expect(pictures.map(({ name, codecs }) => [name, codecs])).toEqual([
    ['v240', expect.stringMatching(/^avc1\.64[0-9a-f]{4}$|^avc1\.[0-9a-f]{6}$/)],
    ['v480', expect.stringMatching(/^avc1\.[0-9a-f]{6}$/)],
    ['a480', expect.stringMatching(/^av01\.0\.\d\dM\.08$/)],
  ]);
  const [, old, modern] = pictures;
  if (old === undefined || modern === undefined) throw new Error('A picture is missing');
  expect([modern.width, modern.height]).toEqual([old.width, old.height]);
  const length = ({ segments }: typeof old) => segments.reduce((sum, { seconds }) => sum + seconds, 0);
  expect(length(modern)).toBeCloseTo(length(old), 1);
  expect(modern.segments.map(({ seconds }) => seconds)).toEqual([
    ...[4, 4, 1].map((seconds) => expect.closeTo(seconds, 1)),
  ]);
});

test('a job that was stopped, or whose process was killed, is continued, and the old film is shown until its end', async () => {
  const before = (await currentFilms(context.db, [paid])).get(paid);
  shop.advance(1_000);
  expect(await addFilm(context, { film: free, file: source })).toMatchObject({ ok: true });
  const stop = new AbortController();
  const jobs = join(folder, 'film-jobs');
  const stopping = {
    ...context,
    // Each step reads the clock, so the step after the sound is stopped.
    clock: {
      ...context.clock,
      now() {
        const [begun = 'none'] = existsSync(jobs) ? readdirSync(jobs) : [];
        if (existsSync(join(jobs, begun, 'sound.mp4'))) stop.abort();
        return context.clock.now();
      },
    },
  };
  expect(await makeNextFilm(stopping, stop.signal, quality)).toBe(1);
  expect(await job()).toMatchObject({
    lesson_id: free,
    state: 'waiting',
    step: expect.not.stringMatching('done'),
  });
  expect((await currentFilms(context.db, [free])).get(free)).toBeUndefined();
  const id = (await readdir(join(folder, 'film-jobs')))[0] ?? '';
  const made = async () =>
    (await readdir(join(folder, 'film-jobs', id))).filter((name) => name.endsWith('.mp4'));
  expect(await made()).toContain('sound.mp4');
  // A killed process leaves a running job, which is taken over when its lease ends.
  const killed = { state: 'running', leased_until: new Date(context.clock.now() + 1) };
  await changeRows(shop.db, 'film_jobs', { lesson_id: free }, killed);
  expect(await make()).toBe(0);
  shop.advance(2);
  expect(await make()).toBe(1);
  expect(await job()).toMatchObject({ lesson_id: free, state: 'done' });
  await publishDraft(shop);
  expect((await currentFilms(context.db, [free])).get(free)?.facts.pictures).toHaveLength(2);
  expect((await currentFilms(context.db, [paid])).get(paid)?.id).toBe(before?.id);
});

test('a file that cannot be made into a film is refused with file and cure, and the film stays', async () => {
  const text = join(folder, 'text.mp4');
  await writeFile(text, 'no film');
  const refused = async (file: string, own = context) => {
    const added = await addFilm(own, { film: paid, file });
    return added.ok ? '' : added.error;
  };
  expect(await refused(text)).toContain(`${text}: ffmpeg cannot read it`);
  // ffmpeg would read any local file that a playlist names; this playlist begins as a film may.
  const playlist = join(folder, 'playlist.mp4');
  const named = `file://${join(projectRoot, 'content/clips/benz-die-waschmaschine.mp4')}`;
  await writeFile(
    playlist,
    `<!--free--><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT30S" profiles="urn:mpeg:dash:profile:isoff-on-demand:2011"><Period duration="PT30S"><AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="100000" width="320" height="180"><BaseURL>${named}</BaseURL><SegmentBase indexRange="0-0"><Initialization range="0-0"/></SegmentBase></Representation></AdaptationSet></Period></MPD>`,
  );
  expect(await refused(playlist)).toContain(`${playlist}: ffmpeg cannot read it`);
  expect(await refused(join(folder, 'nobody.mov'))).toContain('there is no such file');
  expect(await addFilm(context, { film: 'nobody', file: source })).toMatchObject({ ok: false });
  const settings = { ...context.settings, ffmpegPaths: ['/nowhere/ffmpeg'] };
  expect(await refused(source, { ...context, settings })).toContain('apt-get install ffmpeg');
  shop.advance(1_000);
  const before = (await currentFilms(context.db, [paid])).get(paid)?.id;
  expect(await addFilm(context, { film: paid, file: source })).toMatchObject({ ok: true });
  await writeFile(source, 'cut off');
  expect(await make()).toBe(1);
  expect(
    await shop.db.selectFrom('film_jobs').select(['fault', 'error']).where('state', '=', 'failed').execute(),
  ).toContainEqual({ fault: 'unreadable', error: expect.stringContaining(source) });
  expect((await currentFilms(context.db, [paid])).get(paid)?.id).toBe(before);
});

test('parts of a finished or an unknown job are removed; those of a failed job stay', async () => {
  const { id: done } = await rowOf(shop.db, 'film_jobs', { state: 'done' });
  const { id: failed } = await rowOf(shop.db, 'film_jobs', { state: 'failed' });
  const gone = '00000000-0000-4000-8000-000000000000';
  for (const id of [done, failed, gone]) await mkdir(join(folder, 'film-jobs', id), { recursive: true });
  expect(await make()).toBe(0);
  expect(await readdir(join(folder, 'film-jobs'))).toEqual([failed]);
});

test('a replaced film that nothing names is removed with its files after a day', async () => {
  const film = (await currentFilms(context.db, [paid])).get(paid);
  await changeRows(shop.db, 'catalogue_versions', { slug: 'clara-schumann' }, { value: '{}' });
  const emptied = { published: '{}', draft: null };
  await changeRows(shop.db, 'catalogue_records', { slug: 'clara-schumann' }, emptied);
  await changeRows(shop.db, 'films', { name: paid }, { replaced_at: new Date(context.clock.now()) });
  const files = async () =>
    (await readdir(stored)).filter((name) => name.includes(film?.id ?? 'none')).length;
  shop.advance(24 * 60 * 60_000);
  await make();
  expect(await files()).toBe(6);
  shop.advance(1);
  await make();
  expect(await files()).toBe(0);
});

test('an incomplete file is not read as a track', () => {
  expect(readTrack(Buffer.from('\0\0\0\x08free\0\0\0\x40sidx'))).toBeNull();
  expect(readTrack(Buffer.alloc(64))).toBeNull();
});

afterAll(async () => {
  expect(shop.faults).toEqual([]);
  await rm(folder, { recursive: true });
});
