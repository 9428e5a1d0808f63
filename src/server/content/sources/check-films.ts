import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isTrailer, trailerName } from '#core/rules/catalogue/trailers.ts';
import { endingsOfFilm, textEndings } from '#server/platform/media/media-files.ts';
import type { Content } from './content-shapes.ts';
import { filmsIn, secondsOf } from './film-folder.ts';
import type { ContentFault } from './read-files.ts';

/** Result of a check of a film folder. */
export interface FilmReport {
  /** Incomplete films, and films that belong to no lesson or course. */
  readonly faults: readonly ContentFault[];
  /** Lessons and trailers without a film; the player shows a notice instead. */
  readonly missingFilms: readonly string[];
}

/** A film that a lesson or a course's trailer expects. */
interface ExpectedFilm {
  readonly name: string;
  /** Where the last chapter begins, in seconds; 0 without chapters. */
  readonly lastChapter: number;
}

/** Returns all films that the catalogue expects: of every lesson and of every course trailer. */
export function expectedFilms(products: Content['products']): ExpectedFilm[] {
  return products.flatMap(({ slug, details }) =>
    details.kind === 'course'
      ? [
          { name: trailerName(slug), lastChapter: 0 },
          ...details.lessons.map(({ id, chapters }) => ({
            name: id,
            lastChapter: chapters.at(-1)?.at ?? 0,
          })),
        ]
      : [],
  );
}

/**
 * Compares the films in `clips` with the lessons and trailers of the catalogue. A lesson may lack a film, but an
 * existing film must be complete: both formats, its drawing, and in both languages captions and a description of the
 * picture (docs/behaviour/learning.md#text-of-a-film). Its chapters must begin before its end.
 */
export async function checkFilms(root: string, expected: readonly ExpectedFilm[]): Promise<FilmReport> {
  const found = await filmsIn(join(root, 'clips'));
  const faults: ContentFault[] = [];
  for (const [name, endings] of found) {
    const report = (problem: string, cure: string, file = name) =>
      faults.push({ file: `clips/${file}`, field: '', line: null, problem, cure });
    const missing = endingsOfFilm.filter((ending) => !endings.has(ending) && !ending.endsWith('.txt'));
    if (missing.length > 0) report(`${missing.join(', ')} missing`, 'render it again');
    for (const { locale, ending } of textEndings) {
      const file = `${name}.${ending}`;
      const text = endings.has(ending) ? await readFile(join(root, 'clips', file), 'utf8') : '';
      const language = locale === 'de' ? 'German' : 'English';
      if (text.trim() === '')
        report('no text says what the film shows', `describe in ${language} what can be seen`, file);
    }
    const film = expected.find((one) => one.name === name);
    const seconds = film === undefined ? null : await secondsOf(join(root, 'clips', `${name}.mp4`));
    if (film !== undefined && seconds !== null && film.lastChapter >= seconds)
      report(
        `a chapter begins at ${film.lastChapter} s, the film ends at ${seconds} s`,
        'move or remove the chapter',
      );
    if (film === undefined)
      report(`no ${isTrailer(name) ? 'course' : 'lesson'} has this name`, 'rename or remove it');
  }
  return {
    faults: faults.sort((one, other) => one.file.localeCompare(other.file)),
    missingFilms: expected.map(({ name }) => name).filter((name) => !found.has(name)),
  };
}
