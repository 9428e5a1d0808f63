import { type Find, finding, type Read, reading, storing } from '#test/architecture/support/break-media.ts';
import { describeBreaks } from '#test/architecture/support/describe-breaks.ts';
import { mediaNeighbourCases } from '#test/kits/media-neighbour-cases.ts';
import type { MediaStorageHarness } from '#test/kits/media-storage-harness.ts';
import { mediaStorageCases } from '#test/kits/media-storage-kit.ts';
import { openMemoryMediaStorage } from '#test/support/memory-media-storage.ts';

const finds = 'finds a file with the size of the whole file, under every ending';
const ranges = 'reads ranges byte for byte, with their first and last byte';
const missing = 'returns null for a missing file, without an error';
const names = 'finds and reads nothing under an invalid file name';
const versions = 'has another version for other content, and reads only the version that was found';
const closes = 'leaves nothing open behind a stream that was read to its end, or cancelled';
const aborts = 'fails and leaves nothing open when the signal is aborted';
const little = 'buffers little of a film in memory: it is read as fast as it is consumed';
const twenty = 'reads twenty ranges at once, each with its own bytes';
const stores = 'stores a file whole, in place of the one before, and removes it';
const tidy = 'leaves no entry behind of a file that could not be stored';
const growing = 'finds a film only after all of it is stored';
const wholes = 'stores nothing of a file that ends early, fails on the way or has an invalid name';
const addresses = 'returns URLs that support ranges and CORS and expire, or null';
const fails = 'fails while the storage is unreachable, and can be called again';

/** Resolves the path in a name. */
const resolved = (name: string) => new URL(name, 'file:///').pathname.slice(1).replace(/[/\0].*$/, '');

describeBreaks<MediaStorageHarness>({
  name: 'the kit for media storages, run with the storage in memory',
  cases: Object.fromEntries(
    Object.entries(mediaStorageCases).filter(([title]) => !Object.hasOwn(mediaNeighbourCases, title)),
  ),
  create: openMemoryMediaStorage,
  breaks: [
    finding(
      'returns the size without the last byte',
      (find) => async (name, signal) => {
        const file = await find(name, signal);
        return file && { ...file, size: file.size - 1 };
      },
      [finds, stores, growing],
    ),
    finding(
      'has no captions',
      (find) => async (name, signal) => (name.endsWith('.vtt') ? null : find(name, signal)),
      [finds],
    ),
    storing(
      'removes a file though the signal was aborted',
      ({ remove }) => ({ remove: (name) => remove(name) }),
      [aborts],
    ),
    reading(
      'leaves out the last byte of a range',
      (read) => (file, range, signal) => read(file, { ...range, last: range.last - 1 }, signal),
      [ranges, versions, twenty, stores, fails],
    ),
    reading(
      'sends one byte too many',
      (read) => (file, range, signal) => read(file, { ...range, last: range.last + 1 }, signal),
      [ranges, twenty],
    ),
    reading(
      'sends the whole file for a range',
      (read) => (file, _, signal) => read(file, { first: 0, last: file.size - 1 }, signal),
      [ranges, twenty, fails],
    ),
    reading(
      'begins every range at the first byte',
      (read) => (file, range, signal) => read(file, { ...range, first: 0 }, signal),
      [ranges, twenty, fails],
    ),
    reading(
      'counts positions in one mebibyte only',
      (read) => (file, range, signal) => {
        const first = range.first % 2 ** 20;
        return read(file, { first, last: first + range.last - range.first }, signal);
      },
      [ranges],
    ),
    finding(
      'throws for a missing file',
      (find) => async (name, signal) => {
        const file = await find(name, signal);
        if (file === null) throw new Error('No such file');
        return file;
      },
      [missing, names, stores, wholes, growing],
    ),
    reading(
      'throws when the file to read is gone',
      (read) =>
        async (...request) => {
          const stream = await read(...request);
          if (stream === null) throw new Error('No such file');
          return stream;
        },
      [missing, names, versions],
    ),
    finding('follows paths in names', (find) => (name, signal) => find(resolved(name), signal), [names]),
    reading(
      'follows paths in the names of files to read',
      (read) => (file, range, signal) => read({ ...file, name: resolved(file.name) }, range, signal),
      [names],
    ),
    storing(
      'has one version for all contents',
      ({ find, read }) => ({
        find: async (name) => {
          const file = await find(name);
          return file && { ...file, version: '1' };
        },
        read: async (file, range, signal) => {
          const current = await find(file.name);
          return current && read(current, range, signal);
        },
      }),
      [versions, aborts],
    ),
    finding(
      'has another version at each search',
      (find) => {
        let looks = 0;
        return async (name, signal) => {
          const file = await find(name, signal);
          looks += 1;
          return file && { ...file, version: `${file.version}.${looks}` };
        };
      },
      [ranges, versions, closes, aborts, little, twenty, stores, fails],
    ),
    finding(
      'has versions with quotes',
      (find) => async (name, signal) => {
        const file = await find(name, signal);
        return file && { ...file, version: `"${file.version}"` };
      },
      [ranges, versions, closes, aborts, little, twenty, stores, fails],
    ),
    storing(
      'reads another version than the one that was found',
      ({ find, read }) => ({
        read: async (file, range, signal) => {
          const current = await find(file.name, signal);
          return current && read(current, range, signal);
        },
      }),
      [versions],
    ),
    storing(
      'leaves a file open of which it was asked for another version',
      ({ find, read }) => ({
        read: async (file, range, signal) => {
          const stream = await read(file, range, signal);
          const current = stream === null ? await find(file.name, signal) : null;
          if (current !== null) await read(current, range, signal);
          return stream;
        },
      }),
      [versions],
    ),
    reading(
      'keeps what is behind a cancelled stream open',
      (read) =>
        async (...request) => {
          const stream = await read(...request);
          const reader = stream?.getReader();
          return (
            (reader &&
              new ReadableStream({
                async pull(controller) {
                  const { done, value } = await reader.read();
                  if (done) controller.close();
                  else controller.enqueue(value);
                },
              })) ??
            null
          );
        },
      [closes],
    ),
    reading(
      'reads the whole range into memory',
      (read) =>
        async (...request) => {
          const stream = await read(...request);
          return stream && new Response(await new Response(stream).arrayBuffer()).body;
        },
      [little, closes, aborts],
    ),
    reading(
      'reads the whole range into memory and hands it out in pieces',
      (read) =>
        async (...request) => {
          const stream = await read(...request);
          if (stream === null) return null;
          const all = new Uint8Array(await new Response(stream).arrayBuffer());
          let at = 0;
          return new ReadableStream({
            pull(controller) {
              controller.enqueue(all.subarray(at, at + 65_536));
              at += 65_536;
              if (at >= all.length) controller.close();
            },
          });
        },
      [little, closes, aborts],
    ),
    reading(
      'ignores a signal that is already aborted',
      (read) => (file, range, signal) => read(file, range, signal?.aborted === true ? undefined : signal),
      [aborts],
    ),
    finding('finds names in capital letters', (find) => (name, signal) => find(name.toLowerCase(), signal), [
      names,
    ]),
    finding(
      'takes the beginning of a name for the name',
      (find) => (name, signal) => find(name === 'one-key' ? 'one-key.mp4' : name, signal),
      [names],
    ),
    finding('decodes names', (find) => (name, signal) => find(name.replace('%2d', '-'), signal), [names]),
    storing(
      'finds what it found before, after the content was replaced',
      ({ find }) => {
        const remembered = new Map<string, Awaited<ReturnType<Find>>>();
        return {
          async find(name, signal) {
            const file = remembered.get(name) ?? (await find(name, signal));
            remembered.set(name, file);
            return file;
          },
        };
      },
      [missing, versions, aborts, stores, fails],
    ),
    reading('ignores the signal of a read', (read) => (file, range) => read(file, range), [aborts]),
    finding('ignores the signal of a search', (find) => (name) => find(name), [aborts]),
    reading(
      'mixes up ranges that are read at once',
      (read) => {
        let current: Parameters<Read>[1];
        return async (file, range, signal) => {
          current = range;
          await new Promise<void>((resolve) => setImmediate(resolve));
          return read(file, current, signal);
        };
      },
      [twenty],
    ),
    finding(
      'has no files while the storage is away',
      (find) => (name, signal) => find(name, signal).catch(() => null),
      [aborts, fails],
    ),
    reading(
      'reads nothing while the storage is away',
      (read) =>
        (...request) =>
          read(...request).catch(() => null),
      [aborts, fails],
    ),
    storing('stores nothing', () => ({ store: async () => {} }), [stores, wholes, fails, growing, tidy]),
    storing(
      'finds a film that is not stored completely',
      ({ find, store }) => {
        const begun = new Map<string, number>();
        return {
          async find(name, signal) {
            const size = begun.get(name);
            return size === undefined ? find(name, signal) : { name, size, version: 'half' };
          },
          async store(file) {
            begun.set(file.name, file.size);
            await store(file).finally(() => begun.delete(file.name));
          },
        };
      },
      [growing],
    ),
    storing('removes nothing', () => ({ remove: async () => {} }), [stores, fails, aborts]),
    storing(
      'keeps the first content of a name',
      ({ find, store }) => ({
        store: async (file) => ((await find(file.name)) === null ? store(file) : undefined),
      }),
      [stores],
    ),
    storing(
      'stores the received bytes of a file that ends early',
      ({ store }) => ({
        async store({ name, size, content }) {
          const arrived = await new Response(content).blob().catch(() => new Blob([new Uint8Array(size)]));
          await store({ name, size: arrived.size, content: arrived.stream() });
        },
      }),
      [wholes, tidy],
    ),
    {
      name: 'leaves the received bytes under another name',
      noticedBy: [tidy],
      wrap({ storage, ...harness }) {
        let left = 0;
        return {
          ...harness,
          entries: async () => left + ((await harness.entries?.()) ?? 0),
          storage: {
            ...storage,
            store: (...given) =>
              storage.store(...given).catch((error) => {
                left += 1;
                throw error;
              }),
          },
        };
      },
    },
    storing(
      'returns URLs that support no ranges',
      () => ({ addressOf: async (name) => (name === 'one-key.mp4' ? 'data:video/mp4;base64,AAAA' : null) }),
      [addresses],
    ),
    storing(
      'returns another URL at each call, so that no cache serves two viewers',
      () => ({ addressOf: async () => `https://films.example/${Math.random()}` }),
      [addresses],
    ),
    storing(
      'returns a URL for a path',
      () => ({ addressOf: async (name, end) => `https://films.example/${name}?${end}` }),
      [addresses],
    ),
    storing(
      'fails for a file to remove that is missing',
      ({ find, remove }) => ({
        async remove(name) {
          if ((await find(name)) === null) throw new Error('No such file');
          await remove(name);
        },
      }),
      [stores, aborts],
    ),
  ],
});
