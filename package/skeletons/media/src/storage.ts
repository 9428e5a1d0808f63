import type { MediaStorage } from 'meisterhand/ports';
import { notYet } from './not-yet.ts';

interface StorageOptions {
  readonly url: string;
  readonly key: string;
}

/** Names come from URLs that visitors type: `find` and read return null for invalid names. */
export function createSampleNameStorage(_options: StorageOptions): MediaStorage {
  return {
    find: async (_name, _signal) =>
      notYet(
        'return size and version of the file, null when it is missing, and throw when the storage is away',
      ),
    read: async (_file, _range, _signal) =>
      notYet('return a stream of exactly these bytes, null when the file has another version by now'),
    store: async (_file, _signal) =>
      notYet(
        'store the whole file, or throw and store nothing of it; count its bytes, because `fetch` with a `content-length` may wait without end when there are more',
      ),
    remove: async (_name, _signal) => notYet('remove the file; a missing one is no error'),
  };
}
