import type { LessonResource } from '#api/learning.ts';
import type { Locale } from '#core/model/values.ts';
import type { MediaRange, MediaStorage, StoredMedia } from '#ports/media-storage.ts';
import type { Cue } from './captions.ts';
import { readCaptions } from './captions.ts';
import { filmHasSound, filmHead, filmSeconds } from './film-facts.ts';
import type { MediaEnding } from './media-files.ts';
import { captionEndings, filmEndings, mediaEndings, mediaTypes } from './media-files.ts';

/** The films of the shop. Rejects with `MediaAway` when the storage fails. */
export interface MediaLibrary {
  file(name: string, ending: MediaEnding): Promise<StoredMedia | null>;
  /** A part of a file; null when the file was changed or removed meanwhile. */
  read(file: StoredMedia, range: MediaRange): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null>;
  /** File name endings of a film; empty when there is none. */
  endingsOf(name: string): Promise<ReadonlySet<MediaEnding>>;
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

/** The storage of films failed, or did not respond in time. */
export class MediaAway extends Error {
  constructor(cause: unknown) {
    super(`The media storage failed: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

/** Milliseconds for each call of the storage. A film then plays as long as it takes. */
const timeLimit = 10_000;

/** Reads films from a storage. */
export function createMediaLibrary(storage: MediaStorage): MediaLibrary {
  const known = new Map<string, FilmFacts & { readonly version: string }>();

  const file: MediaLibrary['file'] = (name, ending) =>
    inTime((signal) => storage.find(`${name}.${ending}`, signal));

  const read: MediaLibrary['read'] = (found, range) => inTime((signal) => storage.read(found, range, signal));

  /** The first bytes of a file, or all; null when it is missing or empty. */
  async function bytesOf(
    found: StoredMedia | null,
    limit = Number.POSITIVE_INFINITY,
  ): Promise<Buffer | null> {
    if (found === null || found.size === 0) return null;
    const range = { first: 0, last: Math.min(found.size, limit) - 1 };
    return inTime(async (signal) => {
      const stream = await storage.read(found, range, signal);
      return stream === null ? null : Buffer.from(await new Response(stream).arrayBuffer());
    });
  }

  async function factsOf(name: string): Promise<FilmFacts | null> {
    const film = await file(name, 'mp4');
    if (film === null) return null;
    const facts = known.get(name);
    if (facts?.version === film.version) return facts;
    const beginning = (await bytesOf(film, filmHead)) ?? Buffer.alloc(0);
    const found = { seconds: filmSeconds(beginning), hasSound: filmHasSound(beginning) };
    known.set(name, { ...found, version: film.version });
    return found;
  }

  return {
    file,
    read,
    async endingsOf(name) {
      const found = await Promise.all(mediaEndings.map((ending) => file(name, ending)));
      return new Set(mediaEndings.filter((_, index) => found[index] !== null));
    },
    seconds: async (name) => (await factsOf(name))?.seconds ?? null,
    hasSound: async (name) => (await factsOf(name))?.hasSound ?? false,
    async cues(name, ending) {
      return readCaptions(String((await bytesOf(await file(name, ending))) ?? ''));
    },
    async text(name, ending) {
      return String((await bytesOf(await file(name, ending))) ?? '').trim() || null;
    },
  };
}

/** Waits for a call within the time limit, also when it ignores its signal. */
async function inTime<Value>(call: (signal: AbortSignal) => Promise<Value>): Promise<Value> {
  const ending = new AbortController();
  const timer = AbortSignal.timeout(timeLimit);
  const isLate = Promise.withResolvers<never>();
  const end = () => {
    ending.abort(timer.reason);
    isLate.reject(timer.reason);
  };
  timer.addEventListener('abort', end);
  try {
    return await Promise.race([call(ending.signal), isLate.promise]);
  } catch (error) {
    throw new MediaAway(error);
  } finally {
    timer.removeEventListener('abort', end);
  }
}

/**
 * Parses a `Range` header for a file of `bytes` bytes (RFC 9110 §14): one range, `unsatisfiable` when it begins past
 * the end, or `whole` for everything else: no header, another unit, several ranges, invalid text.
 */
export function byteRange(header: string | undefined, bytes: number): MediaRange | 'whole' | 'unsatisfiable' {
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
