import { expect, test } from 'vitest';
import { splitStorage } from '#app/modules/split-storage.ts';
import type { MediaStorage } from '#ports/media-storage.ts';

/** Creates a storage that records its calls under its name. */
function storageOf(name: string, recorded: string[], address: string | null): MediaStorage {
  const note = (call: string, file: string) => void recorded.push(`${name} ${call} ${file}`);
  return {
    async find(file) {
      note('find', file);
      return { name: file, size: 1, version: name };
    },
    async read(file) {
      note('read', file.name);
      return null;
    },
    store: async (file) => note('store', file.name),
    remove: async (file) => note('remove', file),
    ...(address === null ? {} : { addressOf: async (file: string) => `${address}/${file}` }),
  };
}

test('films that the shop makes are in their own storage, with its URLs, and all others in the first one', async () => {
  const recorded: string[] = [];
  const storage = splitStorage(
    storageOf('content', recorded, null),
    storageOf('films', recorded, 'https://films.example'),
  );
  for (const name of ['film-1.mp4', 'clip.mp4']) {
    const file = await storage.find(name);
    if (file === null) throw new Error('Not found');
    await storage.read(file, { first: 0, last: 0 });
    await storage.store({ name, size: 1, content: new ReadableStream() });
    await storage.remove(name);
  }
  const calls = ['find', 'read', 'store', 'remove'];
  expect(recorded).toEqual([
    ...calls.map((call) => `films ${call} film-1.mp4`),
    ...calls.map((call) => `content ${call} clip.mp4`),
  ]);
  const addresses = ['film-1.mp4', 'clip.mp4'].map((name) => storage.addressOf?.(name, 0));
  expect(await Promise.all(addresses)).toEqual(['https://films.example/film-1.mp4', null]);
});
