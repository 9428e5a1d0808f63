import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkMedia } from '#server/media/check-media.ts';
import { findTrailers } from '#server/media/media-library.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'meisterhand-clips-'));
});
afterEach(() => rm(folder, { recursive: true }));

const endings = ['webm', 'mp4', 'svg', 'de.vtt', 'en.vtt'];
const film = (name: string, files = endings) =>
  Promise.all(files.map((ending) => writeFile(join(folder, `${name}.${ending}`), '')));

test('films that are whole pass; lessons without any are named, not blamed', async () => {
  await film('one-key');
  await film('trailer-piano');
  await writeFile(join(folder, 'draw-clips.mjs'), '');
  expect(await checkMedia(folder, ['one-key', 'two-keys', 'trailer-piano'])).toEqual({
    faults: [],
    unfilmed: ['two-keys'],
  });
});

test('a film with a file missing, and one that belongs to nothing, are faults', async () => {
  await film('one-key', ['webm', 'svg', 'de.vtt']);
  await film('trailer-flute');
  const { faults } = await checkMedia(folder, ['one-key']);
  expect(faults).toEqual([
    'clips/one-key: mp4, en.vtt missing → render it again',
    'clips/trailer-flute: no course has this name → rename or remove it',
  ]);
});

test('a trailer counts once all its files are there', async () => {
  await film('trailer-piano');
  await film('trailer-flute', ['webm', 'mp4']);
  await film('one-key');
  expect(await findTrailers(folder)).toEqual(['trailer-piano']);
  expect(await findTrailers(join(folder, 'gone'))).toEqual([]);
});
