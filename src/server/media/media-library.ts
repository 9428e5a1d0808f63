import { open, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { LessonResource } from '#api/learning.ts';
import type { Locale, Localized } from '#core/model/values.ts';
import type { Cue } from './captions.ts';
import { readCaptions } from './captions.ts';
import type { MediaEnding } from './media-files.ts';
import {
  captionEndings,
  endingsOfFilm,
  filmEndings,
  isTrailer,
  mediaFileParts,
  mediaTypes,
} from './media-files.ts';

/** A file that may be served. */
export interface MediaFile {
  readonly path: string;
  readonly bytes: number;
  /** Milliseconds since the epoch. */
  readonly changed_at: number;
}

/** The films in one folder. */
export interface MediaLibrary {
  /** File name endings of a film; empty when there is none. */
  endingsOf(name: string): Promise<ReadonlySet<MediaEnding>>;
  file(name: string, ending: MediaEnding): Promise<MediaFile | null>;
  /** Duration in seconds; null when there is no film or its file has no duration. */
  seconds(name: string): Promise<number | null>;
  /** Whether a film has a sound track; false when there is no film. */
  hasSound(name: string): Promise<boolean>;
  /** The captions of a file; empty when there is no such file. */
  cues(name: string, ending: MediaEnding): Promise<readonly Cue[]>;
  /** The text of a file; null when there is no such file or it is empty. */
  text(name: string, ending: MediaEnding): Promise<string | null>;
}

/** What is read from the beginning of a film. */
interface FilmFacts {
  readonly seconds: number | null;
  readonly hasSound: boolean;
}

const none: ReadonlySet<MediaEnding> = new Set();
/** Bytes to read for duration and tracks, which files for the web have near the beginning. */
const head = 64 * 1024;

/**
 * Reads films from a folder. Names are looked up in the file list, so user input never becomes a path; the list is read
 * again when the folder changes. A missing folder has no films.
 */
export function createMediaLibrary(folder: string): MediaLibrary {
  let listed: { readonly at: number; readonly names: ReadonlyMap<string, ReadonlySet<MediaEnding>> } | null =
    null;
  const known = new Map<string, FilmFacts & { readonly at: number }>();

  async function list(): Promise<ReadonlyMap<string, ReadonlySet<MediaEnding>>> {
    const at = (await unlessMissing(stat(folder)))?.mtimeMs ?? 0;
    if (listed?.at !== at) listed = { at, names: await namesIn(folder) };
    return listed.names;
  }

  async function endingsOf(name: string): Promise<ReadonlySet<MediaEnding>> {
    return (await list()).get(name) ?? none;
  }

  async function file(name: string, ending: MediaEnding): Promise<MediaFile | null> {
    if (!(await endingsOf(name)).has(ending)) return null;
    const path = join(folder, `${name}.${ending}`);
    const found = await unlessMissing(stat(path));
    return found === null ? null : { path, bytes: found.size, changed_at: Math.floor(found.mtimeMs) };
  }

  async function factsOf(name: string): Promise<FilmFacts | null> {
    const film = await file(name, 'mp4');
    if (film === null) return null;
    const facts = known.get(name);
    if (facts?.at === film.changed_at) return facts;
    const beginning = await beginningOf(film.path);
    const read = { seconds: filmSeconds(beginning), hasSound: filmHasSound(beginning) };
    known.set(name, { ...read, at: film.changed_at });
    return read;
  }

  return {
    endingsOf,
    file,
    seconds: async (name) => (await factsOf(name))?.seconds ?? null,
    hasSound: async (name) => (await factsOf(name))?.hasSound ?? false,
    async cues(name, ending) {
      const captions = await file(name, ending);
      return captions === null ? [] : readCaptions(await readFile(captions.path, 'utf8'));
    },
    async text(name, ending) {
      const found = await file(name, ending);
      return found === null ? null : (await readFile(found.path, 'utf8')).trim() || null;
    },
  };
}

async function namesIn(folder: string): Promise<ReadonlyMap<string, ReadonlySet<MediaEnding>>> {
  const names = new Map<string, Set<MediaEnding>>();
  for (const entry of (await unlessMissing(readdir(folder))) ?? []) {
    const parts = mediaFileParts(entry);
    if (parts === null) continue;
    const endings = names.get(parts.name) ?? new Set();
    names.set(parts.name, endings.add(parts.ending));
  }
  return names;
}

async function beginningOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(head), 0, head, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function unlessMissing<Value>(reading: Promise<Value>): Promise<Value | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** A trailer: the name of its files, whether it has sound, and what it shows, in words. */
export interface Trailer {
  readonly name: string;
  readonly has_sound: boolean;
  readonly texts: Localized<string>;
}

/** The complete trailers in a folder; empty when there is no such folder. */
export async function findTrailers(folder: string): Promise<readonly Trailer[]> {
  const films = await namesIn(folder);
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

/** Part of a file: first and last byte, both included. */
interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Parses a `Range` header for a file of `bytes` bytes (RFC 9110 §14): one range, `unsatisfiable` when it begins past
 * the end, or `whole` for everything else: no header, another unit, several ranges, invalid text.
 */
export function byteRange(header: string | undefined, bytes: number): ByteRange | 'whole' | 'unsatisfiable' {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (from === '' && to === '') return 'whole';
  if (from === '') {
    const length = Math.min(Number(to), bytes);
    return length === 0 ? 'unsatisfiable' : { first: bytes - length, last: bytes - 1 };
  }
  const first = Number(from);
  if (to !== '' && Number(to) < first) return 'whole';
  if (first >= bytes) return 'unsatisfiable';
  return { first, last: to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1) };
}

/** Name of the box with the duration of an MP4 file (ISO/IEC 14496-12, "movie header"). */
const movieHeader = Buffer.from('mvhd');

/** Duration of an MP4 film in seconds, from the beginning of its file; null when not found there. */
export function filmSeconds(beginning: Buffer): number | null {
  const at = beginning.indexOf(movieHeader);
  const body = at + movieHeader.length;
  // Version 1 has 64-bit times.
  const isLong = at >= 0 && beginning[body] === 1;
  const [scaleAt, lengthAt] = isLong ? [body + 20, body + 24] : [body + 12, body + 16];
  if (at < 0 || beginning.length < lengthAt + 8) return null;
  const scale = beginning.readUInt32BE(scaleAt);
  const length = isLong ? Number(beginning.readBigUInt64BE(lengthAt)) : beginning.readUInt32BE(lengthAt);
  return scale === 0 || length === 0 ? null : Math.round((length / scale) * 10) / 10;
}

/** The handler of a sound track (ISO/IEC 14496-12, "hdlr"): version, flags and a reserved word lie between both names. */
const soundHandler = /hdlr[\0]{8}soun/;

/** Whether an MP4 film has a sound track, which the beginning of its file says. */
export function filmHasSound(beginning: Buffer): boolean {
  return soundHandler.test(beginning.toString('latin1'));
}

type Media = NonNullable<LessonResource['attributes']['media']>;

/** URLs of a film and its files, made by `addressOf`, and its text in one language; null when there is no film. */
export async function describeMedia(
  library: MediaLibrary,
  name: string,
  locale: Locale,
  addressOf: (ending: MediaEnding) => string,
): Promise<Media | null> {
  const endings = await library.endingsOf(name);
  const films = filmEndings.filter((ending) => endings.has(ending));
  if (films.length === 0) return null;
  return {
    sources: films.map((ending) => ({ type: mediaTypes[ending], address: addressOf(ending) })),
    captions: captionEndings
      .filter(({ ending }) => endings.has(ending))
      .map(({ locale, ending }) => ({ locale, address: addressOf(ending) })),
    poster: endings.has('svg') ? addressOf('svg') : null,
    length_seconds: await library.seconds(name),
    has_sound: await library.hasSound(name),
    description: await library.text(name, `${locale}.txt`),
  };
}
