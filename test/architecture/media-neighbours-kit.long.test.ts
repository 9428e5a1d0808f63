import { type Find, storing } from '#test/architecture/support/break-media.ts';
import { describeBreaks } from '#test/architecture/support/describe-breaks.ts';
import { mediaNeighbourCases } from '#test/kits/media-neighbour-cases.ts';
import type { MediaStorageHarness } from '#test/kits/media-storage-harness.ts';
import { openMemoryMediaStorage } from '#test/support/memory-media-storage.ts';

const [
  apart = '',
  anySize = '',
  longer = '',
  noName = '',
  severalAtOnce = '',
  veryVersion = '',
  onlyOne = '',
  statuses = '',
  sameAddress = '',
  behind = '',
] = Object.keys(mediaNeighbourCases);

/** Opens the memory storage with calls through `fetch` and URLs for browsers. */
async function openFetchStorage(): Promise<MediaStorageHarness> {
  const harness = await openMemoryMediaStorage();
  const contents = new Map<string, Uint8Array>();
  const { find, read, store, remove } = harness.storage;
  const viaFetch = async <Value>(then: () => Promise<Value>) => {
    const { ok, status } = await fetch('data:,reached');
    if (!ok) throw new Error(`The service has responded with ${status}`);
    return then();
  };
  return {
    ...harness,
    async put(name, content) {
      contents.set(name, content);
      await harness.put(name, content);
    },
    storage: {
      find: (name, signal) => viaFetch(() => find(name, signal)),
      read: (file, range, signal) => viaFetch(() => read(file, range, signal)),
      store: (file, signal) => viaFetch(() => store(file, signal)),
      remove: (name, signal) => viaFetch(() => remove(name, signal)),
      async addressOf(name, end) {
        const content = contents.get(name);
        return content === undefined
          ? null
          : `data:application/octet-stream;base64,${Buffer.from(content).toString('base64')}#${end}`;
      },
    },
  };
}

describeBreaks<MediaStorageHarness>({
  name: 'the kit for several files in media storages, run with a memory storage that uses fetch',
  cases: mediaNeighbourCases,
  create: openFetchStorage,
  breaks: [
    storing(
      'removes all files whose names begin so',
      ({ remove }) => ({
        async remove(name, signal) {
          await remove(name, signal);
          if (name === 'film-one.m4s') await remove('film-one-key-v24.m4s', signal);
        },
      }),
      [apart],
    ),
    storing(
      'finds the film in another format for one that is missing',
      ({ find }) => ({
        async find(name, signal) {
          const other = name.endsWith('.webm') ? find(name.replace('.webm', '.mp4'), signal) : null;
          const file = (await find(name, signal)) ?? (await other);
          return file && { ...file, name };
        },
      }),
      [apart],
    ),
    storing(
      'takes captions for those of the other language or kind',
      ({ find, read }) => {
        const taken = (name: string) => name.replace('.de.txt', '.de.vtt');
        return {
          async find(name, signal) {
            const file = await find(taken(name), signal);
            return file && { ...file, name };
          },
          read: (file, range, signal) => read({ ...file, name: taken(file.name) }, range, signal),
        };
      },
      [apart, noName, severalAtOnce],
    ),
    storing(
      'stores at most a mebibyte',
      ({ store }) => ({
        store: ({ size, ...file }, signal) =>
          size > 1_048_576 ? Promise.reject(new Error('Too large')) : store({ size, ...file }, signal),
      }),
      [anySize],
    ),
    storing(
      'stores a file up to the given size',
      ({ store }) => ({
        async store({ content, size, name }, signal) {
          if (name !== 'film-longer.m4s') return store({ content, size, name }, signal);
          const whole = await new Response(content).arrayBuffer();
          return store({ name, size, content: new Blob([whole.slice(0, size)]).stream() }, signal);
        },
      }),
      [longer],
    ),
    storing(
      'waits for the service when a file goes on after its end',
      ({ store }) => ({
        store: (file, signal) =>
          file.name === 'film-longer.m4s' ? new Promise(() => {}) : store(file, signal),
      }),
      [longer],
    ),
    storing(
      'stores a file without an ending',
      ({ store }) => ({
        store: ({ name, ...file }, signal) =>
          store({ ...file, name: name === 'one-key' ? 'one-key.mp4' : name }, signal),
      }),
      [noName],
    ),
    storing(
      'mixes up the names of parallel removals',
      ({ remove }) => {
        let last = '';
        return {
          async remove(name, signal) {
            last = name;
            await null;
            await remove(last, signal);
          },
        };
      },
      [severalAtOnce],
    ),
    storing(
      'looks only at the beginning of a version',
      ({ find, read }) => ({
        async read(file, range, signal) {
          const now = await find(file.name, signal);
          const isLike = now !== null && file.version.startsWith(now.version);
          return read(isLike ? now : file, range, signal);
        },
      }),
      [veryVersion],
    ),
    storing(
      'shares one search between parallel calls, and fails for all when one is aborted',
      ({ find }) => {
        const asked = new Map<string, ReturnType<Find>>();
        return {
          find(name, signal) {
            const known = asked.get(name);
            if (known !== undefined) return known;
            const stopped = new Promise<never>((_, reject) => {
              signal?.addEventListener('abort', () => reject(signal.reason));
            });
            const begun = Promise.race([new Promise(setImmediate).then(() => find(name)), stopped]);
            asked.set(name, begun);
            return begun.finally(() => asked.delete(name));
          },
        };
      },
      [onlyOne],
    ),
    storing(
      'takes a file for missing when the service is busy',
      ({ find }) => ({
        find: (name, signal) =>
          find(name, signal).catch((error: Error) => {
            if (error.message.endsWith('429')) return null;
            throw error;
          }),
      }),
      [statuses],
    ),
    storing(
      'takes a file for stored that the service has refused',
      ({ store }) => ({
        store: (file, signal) =>
          store(file, signal).catch((error: Error) => {
            if (!error.message.endsWith('400')) throw error;
          }),
      }),
      [statuses],
    ),
    storing(
      'returns another URL each minute',
      ({ addressOf }) => ({
        async addressOf(name, end) {
          const address = (await addressOf?.(name, end)) ?? null;
          return address === null ? null : `${address}&at=${Math.floor(Date.now() / 60_000)}`;
        },
      }),
      [sameAddress],
    ),
    storing(
      'writes missing files to the console',
      ({ find }) => ({
        async find(name, signal) {
          const file = await find(name, signal);
          if (file === null) console.warn(`no ${name}`);
          return file;
        },
      }),
      [behind],
    ),
  ],
});
