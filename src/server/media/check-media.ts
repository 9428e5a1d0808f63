import { readdir } from 'node:fs/promises';
import { isTrailer, mediaEndings, mediaFileParts } from './media-files.ts';

/** What a folder of films lacks. */
export interface MediaReport {
  /** Incomplete films and films of no lesson or course, each with what to do. */
  readonly faults: readonly string[];
  /** Lessons and trailers without a film; the player shows a notice instead. */
  readonly unfilmed: readonly string[];
}

/**
 * Compares the films of a folder with the lessons and trailers of the catalogue. A lesson may have no film yet, but an
 * existing film must be complete: both formats, its drawing, and captions in both languages.
 */
export async function checkMedia(folder: string, expected: readonly string[]): Promise<MediaReport> {
  const found = new Map<string, Set<string>>();
  for (const file of await readdir(folder)) {
    const parts = mediaFileParts(file);
    if (parts === null) continue;
    found.set(parts.name, (found.get(parts.name) ?? new Set()).add(parts.ending));
  }
  const incomplete = [...found].flatMap(([name, endings]) => {
    const missing = mediaEndings.filter((ending) => !endings.has(ending));
    return missing.length === 0 ? [] : [`clips/${name}: ${missing.join(', ')} missing → render it again`];
  });
  const stray = [...found.keys()]
    .filter((name) => !expected.includes(name))
    .map(
      (name) =>
        `clips/${name}: no ${isTrailer(name) ? 'course' : 'lesson'} has this name → rename or remove it`,
    );
  return {
    faults: [...incomplete, ...stray].sort(),
    unfilmed: expected.filter((name) => !found.has(name)),
  };
}
