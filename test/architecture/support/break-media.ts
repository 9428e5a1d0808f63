import type { MediaStorage } from '#ports/media-storage.ts';
import type { MediaStorageHarness } from '#test/kits/media-storage-harness.ts';
import type { Break } from './describe-breaks.ts';

export type Find = MediaStorage['find'];
export type Read = MediaStorage['read'];

/** Returns a defect that replaces functions of the storage. */
export function storing(
  name: string,
  change: (storage: MediaStorage) => Partial<MediaStorage>,
  noticedBy: readonly string[],
): Break<MediaStorageHarness> {
  return {
    name,
    noticedBy,
    wrap: ({ storage, ...harness }) => ({ ...harness, storage: { ...storage, ...change(storage) } }),
  };
}

export const finding = (name: string, change: (find: Find) => Find, noticedBy: readonly string[]) =>
  storing(name, ({ find }) => ({ find: change(find) }), noticedBy);
export const reading = (name: string, change: (read: Read) => Read, noticedBy: readonly string[]) =>
  storing(name, ({ read }) => ({ read: change(read) }), noticedBy);
