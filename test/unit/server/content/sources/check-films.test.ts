import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkFilms } from '#server/content/sources/check-films.ts';
import { findTrailers, secondsOf } from '#server/content/sources/film-folder.ts';
import { describeContentFault } from '#server/content/sources/read-files.ts';
import { ownContent } from '#test/unit/server/content/content-folder.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'meisterhand-clips-'));
  await mkdir(join(folder, 'clips'));
});
afterEach(() => rm(folder, { recursive: true }));

const endings = ['webm', 'mp4', 'svg', 'de.vtt', 'en.vtt', 'de.txt', 'en.txt'];
/** Returns the films that lessons without chapters expect. */
const expected = (...names: string[]) => names.map((name) => ({ name, lastChapter: 0 }));
const film = (name: string, files = endings) =>
  Promise.all(
    files.map((ending) => writeFile(join(folder, 'clips', `${name}.${ending}`), ` ${name} in ${ending}\n`)),
  );

test('complete films have no fault; lessons without a film are listed, but are no fault', async () => {
  await film('one-key');
  await film('trailer-piano');
  await writeFile(join(folder, 'clips', 'draw-clips.mjs'), '');
  expect(await checkFilms(folder, expected('one-key', 'two-keys', 'trailer-piano'))).toEqual({
    faults: [],
    missingFilms: ['two-keys'],
  });
  expect(await checkFilms(join(folder, 'gone'), expected('one-key'))).toEqual({
    faults: [],
    missingFilms: ['one-key'],
  });
});

test('a film without one of its files is a fault, and so is one without a course or lesson', async () => {
  await film('one-key', ['webm', 'svg', 'de.vtt', 'de.txt', 'en.txt']);
  await film('trailer-flute');
  const { faults } = await checkFilms(folder, expected('one-key'));
  expect(faults.map(describeContentFault)).toEqual([
    'clips/one-key mp4, en.vtt missing → render it again',
    'clips/trailer-flute no course has this name → rename or remove it',
  ]);
});

test('a film needs a description in each language, and not an empty one', async () => {
  await film('one-key', ['webm', 'mp4', 'svg', 'de.vtt', 'en.vtt', 'en.txt']);
  await film('trailer-piano');
  await writeFile(join(folder, 'clips', 'trailer-piano.en.txt'), ' \n');
  const { faults } = await checkFilms(folder, expected('one-key', 'trailer-piano'));
  expect(faults.map(describeContentFault)).toEqual([
    'clips/one-key.de.txt no text says what the film shows → describe in German what can be seen',
    'clips/trailer-piano.en.txt no text says what the film shows → describe in English what can be seen',
  ]);
});

test('a trailer is found if all its files are there', async () => {
  await film('trailer-piano');
  await film('trailer-flute', ['webm', 'mp4']);
  await film('one-key');
  expect(await findTrailers(join(folder, 'clips'))).toEqual([
    {
      name: 'trailer-piano',
      has_sound: false,
      texts: { de: 'trailer-piano in de.txt', en: 'trailer-piano in en.txt' },
    },
  ]);
  expect(await findTrailers(join(folder, 'gone'))).toEqual([]);
});

test('a chapter that begins after the end of the film is a fault, one before it is none', async () => {
  await film('one-key');
  const shown = join(ownContent, 'clips/schumann-eine-taste.mp4');
  await copyFile(shown, join(folder, 'clips', 'one-key.mp4'));
  const seconds = (await secondsOf(join(folder, 'clips', 'one-key.mp4'))) ?? 0;
  const faultsAt = async (lastChapter: number) =>
    (await checkFilms(folder, [{ name: 'one-key', lastChapter }])).faults.map(describeContentFault);
  expect(await faultsAt(Math.floor(seconds))).toEqual([]);
  const late = Math.ceil(seconds) + 1;
  expect(await faultsAt(late)).toEqual([
    `clips/one-key a chapter begins at ${late} s, the film ends at ${seconds} s → move or remove the chapter`,
  ]);
});
