import { expect, onTestFinished, test, vi } from 'vitest';
import { createMediaLibrary, MediaUnavailable } from '#server/platform/media/media-library.ts';
import { openMemoryMediaStorage } from '#test/support/memory-media-storage.ts';

/** Replaces timeouts by ones that end when the returned function is called. */
function mockTimeouts() {
  const limits: AbortController[] = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const limit = new AbortController();
    limits.push(limit);
    return limit.signal;
  });
  onTestFinished(() => void vi.restoreAllMocks());
  return () => limits.splice(0).forEach((limit) => void limit.abort(new Error('too late')));
}

test('calls of a storage that does not respond in time fail and are aborted', async () => {
  const pass = mockTimeouts();
  const signals: (AbortSignal | undefined)[] = [];
  const wait = (signal?: AbortSignal) => {
    signals.push(signal);
    return new Promise<never>(() => {});
  };
  const silent = createMediaLibrary({
    find: (_, signal) => wait(signal),
    read: (_, __, signal) => wait(signal),
    store: (_, signal) => wait(signal),
    remove: (_, signal) => wait(signal),
  });
  const file = { name: 'one-key.mp4', size: 5, version: '1' };
  const calls = [silent.file('one-key', 'mp4'), silent.read(file, { first: 0, last: 4 })];
  const settled = Promise.allSettled(calls);
  pass();
  for (const { status, reason } of (await settled) as PromiseRejectedResult[]) {
    expect([status, reason]).toEqual(['rejected', expect.any(MediaUnavailable)]);
    expect(reason.message).toBe('The media storage failed: too late');
  }
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, true]);
});

test('a film that plays longer than the time limit is not cut off', async () => {
  const pass = mockTimeouts();
  const { storage, put } = await openMemoryMediaStorage();
  await put('one-key.webm', new Uint8Array(1_000_000));
  const library = createMediaLibrary(storage);
  const file = await library.file('one-key', 'webm');
  if (file === null) throw new Error('No file');
  const stream = await library.read(file, { first: 0, last: file.size - 1 });
  pass();
  expect((await new Response(stream).arrayBuffer()).byteLength).toBe(1_000_000);
});

test('length and sound of a film are read from its beginning, once for each version', async () => {
  const { storage, put } = await openMemoryMediaStorage();
  const ranges: number[] = [];
  const library = createMediaLibrary({
    ...storage,
    read(file, range, signal) {
      ranges.push(range.last);
      return storage.read(file, range, signal);
    },
  });
  const found = async () => (await library.files('one-key', ['mp4'])).get('mp4');
  const facts = async () => [await library.seconds(await found()), await library.hasSound(await found())];
  expect(await facts()).toEqual([null, false]);
  const film = Buffer.alloc(200_000);
  film.write('mvhd', 4);
  film.writeUInt32BE(1_000, 20);
  film.writeUInt32BE(24_040, 24);
  film.write('hdlr\0\0\0\0\0\0\0\0soun', 64, 'latin1');
  await put('one-key.mp4', film);
  for (const _ of [1, 2]) expect(await facts()).toEqual([24, true]);
  expect(ranges).toEqual([65_535]);
  await put('one-key.mp4', new Uint8Array(0));
  expect([await library.seconds(await found()), await library.text(await found())]).toEqual([null, null]);
});
