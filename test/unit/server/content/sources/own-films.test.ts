import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { trailerName } from '#core/rules/catalogue/trailers.ts';
import { readCaptions } from '#core/rules/learning/captions.ts';
import { checkFilms } from '#server/content/sources/check-films.ts';
import { filmHasSound, filmSeconds } from '#server/platform/media/film-facts.ts';
import { ownContent } from '#test/unit/server/content/content-folder.ts';

interface CourseLessons {
  readonly parts: readonly {
    readonly lessons: readonly {
      readonly id: string;
      readonly chapters: readonly { readonly at: number }[];
    }[];
  }[];
}

const clips = join(ownContent, 'clips');
const lessons = readdirSync(join(ownContent, 'courses')).flatMap((file) => {
  const { parts }: CourseLessons = parse(readFileSync(join(ownContent, 'courses', file), 'utf8'));
  return parts.flatMap((part) => part.lessons);
});
const trailers = readdirSync(join(ownContent, 'courses')).map((file) =>
  trailerName(file.replace('.yaml', '')),
);
const names = [...trailers, ...lessons.map(({ id }) => id)];
const captionsOf = (name: string, locale: string) =>
  readCaptions(readFileSync(join(clips, `${name}.${locale}.vtt`), 'utf8')).cues;

test('every lesson and every course has its film, with chapters in every lesson that begin before its end', async () => {
  const expected = [
    ...trailers.map((name) => ({ name, lastChapter: 0 })),
    ...lessons.map(({ id, chapters }) => ({ name: id, lastChapter: chapters.at(-1)?.at ?? 0 })),
  ];
  expect(await checkFilms(ownContent, expected)).toEqual({ faults: [], missingFilms: [] });
  for (const { id, chapters } of lessons) expect([id, chapters.length > 1]).toEqual([id, true]);
});

test.each(names)('%s runs twenty seconds or more, captioned to its end in both languages', (name) => {
  const seconds = filmSeconds(readFileSync(join(clips, `${name}.mp4`))) ?? 0;
  expect(seconds).toBeGreaterThanOrEqual(20);
  const [german, english] = [captionsOf(name, 'de'), captionsOf(name, 'en')];
  const times = (captions: typeof german) =>
    captions.map(({ begin_seconds, end_seconds }) => [begin_seconds, end_seconds]);
  expect(times(german)).toEqual(times(english));
  expect(seconds - (german.at(-1)?.end_seconds ?? 0)).toBeLessThan(4);
  expect(seconds).toBeGreaterThan(german.at(-1)?.end_seconds ?? 0);
});

/** Codec ids of sound in the header of WebM. */
const webmSound = /A_OPUS|A_VORBIS/;

test.each(names)('%s has sound in both formats exactly if its captions describe sounds', (name) => {
  const webm = readFileSync(join(clips, `${name}.webm`))
    .subarray(0, 4_096)
    .toString('latin1');
  const mp4 = readFileSync(join(clips, `${name}.mp4`)).subarray(0, 65_536);
  const isCaptioned = ['de', 'en'].map((locale) =>
    captionsOf(name, locale).some(({ text }) => /^\[.+\] /.test(text)),
  );
  expect([webmSound.test(webm), ...isCaptioned]).toEqual(Array(3).fill(filmHasSound(mp4)));
});

test('no two films share a drawing, and no sentence is said in two of them', () => {
  const drawings = names.map((name) => readFileSync(join(clips, `${name}.svg`), 'utf8'));
  expect(new Set(drawings).size).toBe(names.length);
  for (const locale of ['de', 'en']) {
    const said = names.flatMap((name) => captionsOf(name, locale).map(({ text }) => text));
    expect(said.filter((sentence, index) => said.indexOf(sentence) !== index)).toEqual([]);
  }
});

test('every film has descriptions in both languages, which differ from those of others and from its captions', () => {
  for (const locale of ['de', 'en']) {
    const texts = names.map((name) => readFileSync(join(clips, `${name}.${locale}.txt`), 'utf8').trim());
    expect(new Set(texts).size).toBe(names.length);
    for (const [index, name] of names.entries()) {
      expect([name, (texts[index] ?? '').length]).toEqual([name, expect.toSatisfy((length) => length > 150)]);
      for (const { text } of captionsOf(name, locale)) expect(texts[index]).not.toContain(text);
    }
  }
});

test('films and pictures together stay below 40 MB', () => {
  const bytes = [clips, join(ownContent, 'pictures')]
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
    )
    .map((file) => statSync(file))
    .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
  expect(bytes).toBeLessThan(40_000_000);
});
