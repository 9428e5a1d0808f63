import { readdir } from 'node:fs/promises';
import { isTrailer, mediaEndings, mediaFileParts } from './media-files.ts';

/** What a folder of films lacks. */
export interface MediaReport {
  /** Films of which some files are missing, and films that belong to nothing; each says what to do. */
  readonly faults: readonly string[];
  /** Lessons and trailers without any film: the player says that it is still being drawn. */
  readonly unfilmed: readonly string[];
}

/**
 * Holds the films of a folder against the lessons and trailers that there are. A lesson may wait for its film, so that a
 * course can be announced; a film that is there has to be whole: both formats, its drawing, captions in both languages.
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
