import { randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ReadableStream as NodeReadableStream } from 'node:stream/web';
import type { MediaRange, MediaStorage } from '#ports/media-storage.ts';

/** No path separators, and a letter or digit after every dot, so that a name cannot leave the folder. */
const fileName = /^[a-z0-9][a-z0-9-]{0,99}(?:\.[a-z0-9]{1,8}){1,3}$/;

interface Folders {
  /** Folder of the films that are part of the content. */
  readonly directory: string;
  /** Folder for files that the shop stores itself, created when needed. Defaults to `directory`. */
  readonly ownDirectory?: string;
}

/** Prefix of files that the shop stores itself. */
const ownPrefix = 'film-';

/** Serves the files of a folder, and stores new files in another one. A missing folder counts as empty. */
export function createFolderStorage({ directory, ownDirectory = directory }: Folders): MediaStorage {
  const pathOf = (name: string) =>
    fileName.test(name) ? join(name.startsWith(ownPrefix) ? ownDirectory : directory, name) : null;

  return {
    async find(name, signal) {
      signal?.throwIfAborted();
      const path = pathOf(name);
      const found = path === null ? null : await unlessMissing(stat(path));
      return found?.isFile() ? { name, size: found.size, version: versionOf(found) } : null;
    },

    async read({ name, version }, range, signal) {
      signal?.throwIfAborted();
      const path = pathOf(name);
      const found = path === null ? null : await unlessMissing(stat(path));
      if (path === null || found === null || versionOf(found) !== version) return null;
      return NodeReadableStream.from(bytesOf(path, version, range, signal)) as ReadableStream<
        Uint8Array<ArrayBuffer>
      >;
    },

    async store({ name, size, content }, signal) {
      signal?.throwIfAborted();
      const path = pathOf(name);
      if (path === null) throw new Error(`"${name}" is no name of a file.`);
      await mkdir(dirname(path), { recursive: true });
      // This name cannot be requested, so nobody reads an incomplete file.
      const unfinished = join(dirname(path), `.${name}.${randomUUID()}`);
      try {
        const file = await open(unfinished, 'wx', 0o600);
        try {
          await file.writeFile(content, { signal });
          const written = (await file.stat()).size;
          if (written !== size) throw new Error(`${name} has ${written} bytes instead of ${size}.`);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(unfinished, path);
      } catch (error) {
        await rm(unfinished, { force: true }).catch(() => {});
        throw error;
      }
    },

    async remove(name, signal) {
      signal?.throwIfAborted();
      const path = pathOf(name);
      if (path !== null) await unlessMissing(rm(path));
    },
  };
}

/**
 * Opens the file on the first read, so that an unread stream leaves no open file. Throws if the file has changed its
 * version by then.
 */
async function* bytesOf(
  path: string,
  version: string,
  { first, last }: MediaRange,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  signal?.throwIfAborted();
  const file = await open(path);
  const found = await file.stat().catch(() => null);
  if (found === null || versionOf(found) !== version) {
    await file.close();
    throw new Error(`${path} was replaced while it was being read.`);
  }
  yield* file.createReadStream({ start: first, end: last, signal });
}

/** Returns the version: size and modification time in milliseconds. */
function versionOf({ size, mtimeMs }: Stats): string {
  return `${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}`;
}

async function unlessMissing<Value>(reading: Promise<Value>): Promise<Value | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
