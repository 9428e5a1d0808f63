import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { operatorEndpoints } from '#api/operator-endpoints.ts';
import { operatorPlaylist } from '#server/learning/films/film-routes.ts';
import { findDraftedFilm } from '#server/learning/films/packaged-films.ts';
import { createMediaLibrary } from '#server/platform/media/media-library.ts';
import { openCatalogueDesk } from '#test/integration/support/catalogue-desk.ts';
import { countStatements } from '#test/integration/support/database.ts';
import { filmIsReady } from '#test/integration/support/ready-films.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const folder = await mkdtemp(join(tmpdir(), 'meisterhand-draft-captions-'));
const shop = await openTestShop({ dataDir: folder });
const { operator, publish, save } = await openCatalogueDesk(shop);
const course = { type: 'course', slug: 'clara-schumann' } as const;
const trailer = 'trailer-clara-schumann';
const lesson = 'schumann-eine-taste';

afterAll(async () => {
  expect(shop.faults).toEqual([]);
  await rm(folder, { recursive: true });
});

/** Creates the main playlist of a film in a draft while captions cannot be read. Counts the statements. */
async function playlistWithoutReading(id: string) {
  const film = await findDraftedFilm(shop.db, id);
  const counted = countStatements();
  const needs = { ...shop.context, db: shop.db.withPlugin(counted.plugin) };
  const text = () => Promise.reject(new Error('Captions are read'));
  const library = { ...createMediaLibrary(shop.context.media), text };
  const playlist = film && (await operatorPlaylist(needs, library, film, 'master'));
  return { playlist, statements: counted.number() };
}

test('a film in a draft has the captions that it will have once the draft is published', async () => {
  const { getDraftFilmCaptions, getDraftFilmPlaylist, removeLessonFile, storeLessonFile } = operatorEndpoints;
  const captions = 'WEBVTT\n\n00:00.500 --> 00:02.000\nVon Hand.\n';
  const textOf = (content: Uint8Array | undefined) => content && Buffer.from(content).toString();
  const playlist = async (id: string, name: string) => {
    const { value } = await shop.call(getDraftFilmPlaylist, { operator, params: { id, playlist: name } });
    return textOf(value?.content) ?? '';
  };
  const languages = async (id: string) =>
    [...(await playlist(id, 'master')).matchAll(/LANGUAGE="(\w\w)"/g)].map(([, language]) => language);
  const captionsOf = async (id: string) => {
    const params = { id, locale: 'de' } as const;
    const { value, codes } = await shop.call(getDraftFilmCaptions, { operator, params });
    return textOf(value?.content) ?? codes.join();
  };
  const store = (name: string) =>
    shop.call(storeLessonFile, {
      operator,
      params: { film: name, ending: 'de.vtt' },
      body: new Blob([captions]),
    });

  const [ofLesson, ofTrailer] = [await filmIsReady(shop, lesson), await filmIsReady(shop, trailer)];
  expect(await languages(ofLesson), 'those of the content').toEqual(['de', 'en']);
  const ofContent = await captionsOf(ofLesson);
  expect(ofContent.startsWith('WEBVTT')).toBe(true);
  expect([await languages(ofTrailer), await captionsOf(ofTrailer)], 'none of the trailer before').toEqual([
    [],
    'NOT_FOUND',
  ]);
  for (const name of [lesson, trailer]) await store(name);
  expect([await captionsOf(ofLesson), await captionsOf(ofTrailer)]).toEqual([captions, captions]);
  expect([await languages(ofLesson), await languages(ofTrailer)]).toEqual([['de', 'en'], ['de']]);
  for (const id of [ofLesson, ofTrailer]) {
    const unread = await playlistWithoutReading(id);
    expect(unread).toEqual({ playlist: await playlist(id, 'master'), statements: 1 });
  }
  const address = `/api/operator/draft-films/${ofTrailer}/captions/de`;
  expect(await playlist(ofTrailer, 'captions-de')).toContain(`\n${address}\n`);
  const { value: seen } = await shop.call(endpoints.getLesson, { params: { id: lesson } });
  expect(JSON.stringify(seen), 'shoppers see them later').not.toContain('Von Hand.');

  expect((await publish(course)).codes).toEqual([]);
  const next = await filmIsReady(shop, lesson);
  expect(await captionsOf(next), 'the published ones stay').toBe(captions);
  await shop.call(removeLessonFile, { operator, params: { film: lesson, ending: 'de.vtt' } });
  expect(await captionsOf(next), 'taken out').toBe(ofContent);
  await save(course, {}, { publishes: false });
  expect([await captionsOf(next), await captionsOf(ofTrailer)], 'no draft').toEqual([
    'NOT_FOUND',
    'NOT_FOUND',
  ]);
});
