import type { MediaStorage, StoredMedia } from '#ports/media-storage.ts';

/** A media storage under test with control over the service or folder behind it. */
export interface MediaStorageHarness {
  readonly storage: MediaStorage;
  /** Stores a file, or replaces it. */
  put(name: string, content: Uint8Array): Promise<void>;
  remove(name: string): Promise<void>;
  /** Only of a storage that remembers what it found: lets the seconds pass for which it does. */
  forget?(): Promise<void>;
  /** How many files or connections of the storage are open for reads. */
  openReads(): Promise<number>;
  /** How many files and unfinished uploads the service or folder has, under whatever name. */
  entries?(): Promise<number>;
  /** Makes the storage fail until `mend` is called, with its files. */
  breakDown(): Promise<void>;
  mend(): Promise<void>;
  dispose(): Promise<void>;
}

/** The name of the film of most tests. */
export const film = 'one-key.mp4';

/** Bytes of which no two parts of the same length are alike. */
export function bytes(length: number, seed = 0): Buffer {
  const content = Buffer.alloc(length);
  for (let at = 0; at + 4 <= length; at += 4) content.writeUInt32LE(at + seed, at);
  return content;
}

/** Finds a file that has to be there. */
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

/** A source of these bytes. */
export const streamOf = (content: Uint8Array): ReadableStream<Uint8Array> =>
  new Blob([new Uint8Array(content)]).stream();

/** Texts that are no names of files, whatever a path in them would lead to. */
export const noNames = [
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

/** A name of a file that no storage has, and that many could not take. */
export const longName = `${'a'.repeat(5_000)}.mp4`;
