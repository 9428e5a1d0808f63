import type { StoredMedia } from '#ports/media-storage.ts';
import type { MediaStorageHarness } from '#test/kits/media-storage-harness.ts';
import { describeMediaStorage } from '#test/kits/media-storage-kit.ts';
import { openMemoryMediaStorage } from '#test/support/memory-media-storage.ts';

describeMediaStorage({ name: 'memory', create: openMemoryMediaStorage });

/** Opens a storage that caches what it has found, as the port allows. */
async function openCachingStorage(): Promise<MediaStorageHarness> {
  const inner = await openMemoryMediaStorage();
  const known = new Map<string, StoredMedia>();
  return {
    ...inner,
    forget: async () => known.clear(),
    storage: {
      ...inner.storage,
      async find(name, signal) {
        signal?.throwIfAborted();
        const found = known.get(name) ?? (await inner.storage.find(name, signal));
        if (found !== null) known.set(name, found);
        return found;
      },
    },
  };
}

describeMediaStorage({ name: 'memory with a cache', create: openCachingStorage });
