import { open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locale, Localized } from '#core/model/values.ts';
import { isTrailer } from '#core/rules/catalogue/trailers.ts';
import { unlessMissing } from '#server/platform/files/unless-missing.ts';
import { filmHasSound, filmHead, filmSeconds } from '#server/platform/media/film-facts.ts';
import { endingsOfFilm, type MediaEnding, mediaFileParts } from '#server/platform/media/media-files.ts';

/** A trailer: the name of its files, whether it has sound, and a description of the picture. */
export interface Trailer {
  readonly name: string;
  readonly has_sound: boolean;
  readonly texts: Localized<string>;
}

/** Finds the complete trailers in a folder; empty if the folder does not exist. */
export async function findTrailers(folder: string): Promise<readonly Trailer[]> {
  const films = await filmsIn(folder);
  const names = [...films]
    .filter(([name, endings]) => isTrailer(name) && endingsOfFilm.every((ending) => endings.has(ending)))
    .map(([name]) => name)
    .sort();
  const text = async (name: string, locale: Locale) =>
    (await readFile(join(folder, `${name}.${locale}.txt`), 'utf8')).trim();
  return Promise.all(
    names.map(async (name) => ({
      name,
      has_sound: filmHasSound(await beginningOf(join(folder, `${name}.mp4`))),
      texts: { de: await text(name, 'de'), en: await text(name, 'en') },
    })),
  );
}

/** Lists the file extensions of each film in a folder; empty if the folder does not exist. */
export async function filmsIn(folder: string): Promise<ReadonlyMap<string, ReadonlySet<MediaEnding>>> {
  const names = new Map<string, Set<MediaEnding>>();
  for (const entry of (await unlessMissing(readdir(folder))) ?? []) {
    const parts = mediaFileParts(entry);
    if (parts === null) continue;
    const endings = names.get(parts.name) ?? new Set();
    names.set(parts.name, endings.add(parts.ending));
  }
  return names;
}

/** Returns the duration of an MP4 film in seconds; null if the file does not exist or has no duration. */
export async function secondsOf(path: string): Promise<number | null> {
  const beginning = await unlessMissing(beginningOf(path));
  return beginning === null ? null : filmSeconds(beginning);
}

async function beginningOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(filmHead), 0, filmHead, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
