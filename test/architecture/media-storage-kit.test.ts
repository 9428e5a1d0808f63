import type { MediaStorage } from '#ports/media-storage.ts';
import type { Break } from '#test/architecture/support/describe-breaks.ts';
import { describeBreaks } from '#test/architecture/support/describe-breaks.ts';
import type { MediaStorageHarness } from '#test/kits/media-storage-kit.ts';
import { mediaStorageCases } from '#test/kits/media-storage-kit.ts';
import { openMemoryMediaStorage } from '#test/support/memory-media-storage.ts';

type Find = MediaStorage['find'];
type Read = MediaStorage['read'];

const finds = 'finds a file with the size of the whole file, under every ending';
const ranges = 'reads ranges byte for byte, with their first and last byte';
const missing = 'has no missing file, without an error';
const names = 'reads nothing under texts that are no names of files';
const versions = 'has another version for another content, and reads only the version that was found';
const closes = 'leaves nothing open behind a stream that was read to its end, or cancelled';
const aborts = 'fails and leaves nothing open when the signal is aborted';
const twenty = 'reads twenty ranges at once, each with its own bytes';
const fails = 'fails while the storage is away, and can be called again';

/** Returns a defect that replaces functions of the storage. */
function storing(
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

const finding = (name: string, change: (find: Find) => Find, noticedBy: readonly string[]) =>
  storing(name, ({ find }) => ({ find: change(find) }), noticedBy);
const reading = (name: string, change: (read: Read) => Read, noticedBy: readonly string[]) =>
  storing(name, ({ read }) => ({ read: change(read) }), noticedBy);

/** What a path in a name would lead to. */
const resolved = (name: string) => new URL(name, 'file:///').pathname.slice(1).replace(/[/\0].*$/, '');

describeBreaks<MediaStorageHarness>({
  name: 'the kit for media storages, run with the storage in memory',
  cases: mediaStorageCases,
  create: openMemoryMediaStorage,
  breaks: [
    finding(
      'tells the size without its last byte',
      (find) => async (name, signal) => {
        const file = await find(name, signal);
        return file && { ...file, size: file.size - 1 };
      },
      [finds],
    ),
    finding(
      'has no captions',
      (find) => async (name, signal) => (name.endsWith('.vtt') ? null : find(name, signal)),
      [finds],
    ),
    reading(
      'leaves out the last byte of a range',
      (read) => (file, range, signal) => read(file, { ...range, last: range.last - 1 }, signal),
      [ranges, versions, twenty, fails],
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
      (read) =>
        (file, { last }, signal) =>
          read(file, { first: 0, last }, signal),
      [ranges, twenty, fails],
    ),
    finding(
      'throws for a missing file',
      (find) => async (name, signal) => {
        const file = await find(name, signal);
        if (file === null) throw new Error('No such file');
        return file;
      },
      [missing, names],
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
      'has another version at each look',
      (find) => {
        let looks = 0;
        return async (name, signal) => {
          const file = await find(name, signal);
          looks += 1;
          return file && { ...file, version: `${file.version}.${looks}` };
        };
      },
      [ranges, versions, closes, aborts, twenty, fails],
    ),
    finding(
      'has versions with quotes',
      (find) => async (name, signal) => {
        const file = await find(name, signal);
        return file && { ...file, version: `"${file.version}"` };
      },
      [ranges, versions, closes, aborts, twenty, fails],
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
      [fails],
    ),
  ],
});
