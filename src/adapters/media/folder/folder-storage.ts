import type { Stats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { MediaStorage } from '#ports/media-storage.ts';

/** No separators, and a letter or digit after every dot: such a name cannot leave the folder. */
const fileName = /^[a-z0-9][a-z0-9-]{0,99}(?:\.[a-z0-9]{1,8}){1,3}$/;

/** Serves the files of one folder. A missing folder has none. */
export function createFolderStorage({ directory }: { readonly directory: string }): MediaStorage {
  const pathOf = (name: string) => (fileName.test(name) ? join(directory, name) : null);

  return {
    async find(name, signal) {
      signal?.throwIfAborted();
      const path = pathOf(name);
      const found = path === null ? null : await unlessMissing(stat(path));
      return found?.isFile() ? { name, size: found.size, version: versionOf(found) } : null;
    },

    async read({ name, version }, { first, last }, signal) {
      signal?.throwIfAborted();
      const path = pathOf(name);
      const file = path === null ? null : await unlessMissing(open(path));
      if (file === null) return null;
      if (!(await isVersion(file, version))) return null;
      const bytes = file.createReadStream({ start: first, end: last, signal });
      return Readable.toWeb(bytes) as ReadableStream<Uint8Array<ArrayBuffer>>;
    },
  };
}

/** Closes the file when it has another version, or cannot be read. */
async function isVersion(file: FileHandle, version: string): Promise<boolean> {
  let isSame = false;
  try {
    isSame = versionOf(await file.stat()) === version;
  } finally {
    if (!isSame) await file.close();
  }
  return isSame;
}

/** Size and time of the last change, in milliseconds. */
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
