import type { MediaStorage, StoredMedia } from '#ports/media-storage.ts';

/** A media storage under test with control over the service or folder behind it. */
export interface MediaStorageHarness {
  readonly storage: MediaStorage;
  /** Stores a file, or replaces it. */
  put(name: string, content: Uint8Array): Promise<void>;
  remove(name: string): Promise<void>;
  /** Only of a storage with a cache: lets the cache expire. */
  forget?(): Promise<void>;
  /** Returns how many files or connections of the storage are open for reads. */
  openReads(): Promise<number>;
  /** Returns how many files and unfinished uploads the service or folder has, under any name. */
  entries?(): Promise<number>;
  /** Makes the storage fail until `mend` is called, with its files. */
  breakDown(): Promise<void>;
  mend(): Promise<void>;
  dispose(): Promise<void>;
}

/** The name of the film of most tests. */
export const film = 'one-key.mp4';

/** Returns bytes without repetitions. */
export function bytes(length: number, seed = 0): Buffer {
  const content = Buffer.alloc(length);
  for (let at = 0; at + 4 <= length; at += 4) content.writeUInt32LE(at + seed, at);
  return content;
}

/** Finds a file. Throws if it is missing. */
export async function found(
  { storage }: Pick<MediaStorageHarness, 'storage'>,
  name = film,
): Promise<StoredMedia> {
  const file = await storage.find(name);
  if (file === null) throw new Error(`${name} was not found`);
  return file;
}

/** Reads a part of a file, or all of it. */
export async function readWhole(
  { storage }: Pick<MediaStorageHarness, 'storage'>,
  name: string,
  first = 0,
  last?: number,
): Promise<Buffer> {
  const file = await found({ storage }, name);
  const stream = await storage.read(file, { first, last: last ?? file.size - 1 });
  if (stream === null) throw new Error(`${name} was not read`);
  return Buffer.from(await new Response(stream).arrayBuffer());
}

/** Returns a stream of the bytes. */
export const streamOf = (content: Uint8Array): ReadableStream<Uint8Array> =>
  new Blob([new Uint8Array(content)]).stream();

/** Invalid file names, also such as resolve to a file. */
export const invalidNames = [
  '',
  '.',
  '..',
  `./${film}`,
  `/${film}`,
  `x/../${film}`,
  `x\\..\\${film}`,
  `%2e/${film}`,
  `${film}/`,
  `${film}\0`,
  `${film}\0.svg`,
  `${film}?x`,
  film.toUpperCase(),
  'one-key',
  `${film} `,
  'one%2dkey.mp4',
];

/** A name that is too long for most storages. */
export const longName = `${'a'.repeat(5_000)}.mp4`;
