import type { Cue, Media } from '#core/model/learning.ts';
import type { Locale } from '#core/model/values.ts';
import { readCaptions } from '#core/rules/learning/captions.ts';
import type { MediaRange, MediaStorage, StoredMedia } from '#ports/media-storage.ts';
import { withTimeout } from '#server/platform/with-timeout.ts';
import { filmHasSound, filmHead, filmSeconds } from './film-facts.ts';
import { captionEndings, filmEndings, type MediaEnding, mediaTypes } from './media-files.ts';

/** A storage that can look several files up at once. */
export interface SearchableStorage extends MediaStorage {
  /** Like `find`, in the order of the names. */
  findAll?(names: readonly string[], signal?: AbortSignal): Promise<readonly (StoredMedia | null)[]>;
}

/** Existing files of one film. */
type FilmFiles = ReadonlyMap<MediaEnding, StoredMedia>;

/** The films of the shop. Rejects with `MediaUnavailable` when the storage fails. */
export interface MediaLibrary {
  file(name: string, ending: MediaEnding): Promise<StoredMedia | null>;
  /** Looks several files of a film up at once. */
  files(name: string, endings: readonly MediaEnding[]): Promise<FilmFiles>;
  /** A file of a packaged film; null when it is missing. */
  stored(file: string): Promise<StoredMedia | null>;
  /** Address of a file in the storage until `end`; null when the shop has to send it itself. */
  addressOf(file: string, end: number): Promise<string | null>;
  /** A part of a file; null when the file was changed or removed meanwhile. */
  read(file: StoredMedia, range: MediaRange): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null>;
  /** Duration in seconds of a film in MP4; null when there is no film or its file has no duration. */
  seconds(film: StoredMedia | undefined): Promise<number | null>;
  /** Whether a film in MP4 has a sound track; false when there is no film. */
  hasSound(film: StoredMedia | undefined): Promise<boolean>;
  /** The captions of a file; empty when there is no such file. */
  cues(file: StoredMedia | undefined): Promise<readonly Cue[]>;
  /** The text of a file; null when there is no such file or it is empty. */
  text(file: StoredMedia | undefined): Promise<string | null>;
}

/** Facts from the beginning of a film. */
interface FilmFacts {
  readonly seconds: number | null;
  readonly hasSound: boolean;
}

/** The storage of films failed, or did not respond in time. */
export class MediaUnavailable extends Error {
  constructor(cause: unknown) {
    super(`The media storage failed: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

/** Timeout of each call of the storage in milliseconds; sending a film may take longer. */
const timeLimit = 10_000;

/** Reads films from a storage. */
export function createMediaLibrary(storage: SearchableStorage): MediaLibrary {
  const known = new Map<string, FilmFacts & { readonly version: string }>();

  const file: MediaLibrary['file'] = (name, ending) =>
    limited((signal) => storage.find(`${name}.${ending}`, signal));

  const read: MediaLibrary['read'] = (found, range) =>
    limited((signal) => storage.read(found, range, signal));

  /** Reads the first bytes of a file, or all; null when it is missing or empty. */
  async function bytesOf(
    found: StoredMedia | undefined,
    limit = Number.POSITIVE_INFINITY,
  ): Promise<Buffer | null> {
    if (found === undefined || found.size === 0) return null;
    const range = { first: 0, last: Math.min(found.size, limit) - 1 };
    return limited(async (signal) => {
      const stream = await storage.read(found, range, signal);
      return stream === null ? null : Buffer.from(await new Response(stream).arrayBuffer());
    });
  }

  async function factsOf(film: StoredMedia | undefined): Promise<FilmFacts | null> {
    if (film === undefined) return null;
    const facts = known.get(film.name);
    if (facts?.version === film.version) return facts;
    const beginning = (await bytesOf(film, filmHead)) ?? Buffer.alloc(0);
    const found = { seconds: filmSeconds(beginning), hasSound: filmHasSound(beginning) };
    known.set(film.name, { ...found, version: film.version });
    return found;
  }

  return {
    file,
    read,
    stored: (name) => limited((signal) => storage.find(name, signal)),
    addressOf: (name, end) => limited(async () => (await storage.addressOf?.(name, end)) ?? null),
    async files(name, endings) {
      const names = endings.map((ending) => `${name}.${ending}`);
      const found = await limited(
        async (signal) =>
          (await storage.findAll?.(names, signal)) ??
          Promise.all(names.map((one) => storage.find(one, signal))),
      );
      return new Map(
        endings.flatMap((ending, index) => {
          const one = found[index] ?? null;
          return one === null ? [] : [[ending, one] as const];
        }),
      );
    },
    seconds: async (film) => (await factsOf(film))?.seconds ?? null,
    hasSound: async (film) => (await factsOf(film))?.hasSound ?? false,
    cues: async (one) => readCaptions(String((await bytesOf(one)) ?? '')).cues,
    text: async (one) => String((await bytesOf(one)) ?? '').trim() || null,
  };
}

/** Calls the storage with the timeout. */
async function limited<Value>(call: (signal: AbortSignal) => Promise<Value>): Promise<Value> {
  try {
    return await withTimeout(timeLimit, call);
  } catch (error) {
    throw new MediaUnavailable(error);
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

/** What a packaged film adds to the files of a film. */
export interface PackagedMedia extends Pick<Media, 'hls' | 'storyboard' | 'length_seconds' | 'has_sound'> {
  /** Null: the drawing of the lesson is its poster. */
  readonly poster: string | null;
  /** Whether the unpackaged files of this name belong to the previous film. */
  readonly replacesFiles: boolean;
}

/**
 * URLs of a film and its `endingsOfFilm`, made by `addressOf`, and its text in one language; null when there is neither
 * a whole file nor a packaged film.
 */
export async function describeMedia(
  library: MediaLibrary,
  files: FilmFiles,
  { locale, packaged }: { readonly locale: Locale; readonly packaged: PackagedMedia | null },
  addressOf: (ending: MediaEnding) => string,
): Promise<Media | null> {
  const films = packaged?.replacesFiles === true ? [] : filmEndings.filter((ending) => files.has(ending));
  if (films.length === 0 && packaged === null) return null;
  return {
    sources: films.map((ending) => ({ type: mediaTypes[ending], address: addressOf(ending) })),
    hls: packaged?.hls ?? null,
    storyboard: packaged?.storyboard ?? null,
    captions: captionEndings
      .filter(({ ending }) => files.has(ending))
      .map(({ locale, ending }) => ({ locale, address: addressOf(ending) })),
    poster: packaged?.poster ?? (files.has('svg') ? addressOf('svg') : null),
    length_seconds: packaged === null ? await library.seconds(files.get('mp4')) : packaged.length_seconds,
    has_sound: packaged === null ? await library.hasSound(files.get('mp4')) : packaged.has_sound,
    description: await library.text(files.get(`${locale}.txt`)),
  };
}
