import { expect } from 'vitest';
import { eventually, patience } from './eventually.ts';
import { later } from './later.ts';
import {
  bytes,
  found,
  invalidNames,
  type MediaStorageHarness,
  readWhole,
  streamOf,
} from './media-storage-harness.ts';
import type { KitCases } from './run-kit.ts';
import { throughFetch } from './through-fetch.ts';
import { watchProcess } from './watch-process.ts';

/** Names that begin or end alike, which a storage must distinguish. */
const similarNames = [
  'one-key.mp4',
  'one-key.webm',
  'one-key.de.vtt',
  'one-key.de.txt',
  'one-key-2.mp4',
  'one.mp4',
  'key.mp4',
  'film-one-key-v240.m4s',
  'film-one-key-v2400.m4s',
  'film-one-key-v24.m4s',
  'film-one.m4s',
  'film-019346d0-0000-7000-8000-000000001999-v1080-1.m4s',
  'film-019346d0-0000-7000-8000-000000001999-v1080-10.m4s',
];

/** Puts files of different sizes under the similar names. Returns their contents. */
async function putAll(harness: MediaStorageHarness): Promise<Map<string, Buffer>> {
  const contents = new Map(similarNames.map((name, index) => [name, bytes(400 + 8 * index, index * 1_000)]));
  for (const [name, content] of contents) await harness.put(name, content);
  return contents;
}

/** Fails unless the storage has exactly these files under the similar names. */
async function expectFiles(
  harness: MediaStorageHarness,
  contents: ReadonlyMap<string, Buffer>,
): Promise<void> {
  await harness.forget?.();
  for (const name of similarNames) {
    const content = contents.get(name);
    const file = await harness.storage.find(name);
    expect(file && { ...file, version: '' }, name).toEqual(
      content === undefined ? null : { name, size: content.length, version: '' },
    );
    if (content !== undefined) expect((await readWhole(harness, name)).equals(content), name).toBe(true);
  }
}

/** Sizes around those of chunks of streams, buffers and services. */
const sizes = [1, 2, 1_999, 2_000, 65_535, 65_536, 65_537, 1_048_576, 1_048_577];

/** Returns a stream of the bytes in chunks of a length. */
function inChunks(content: Buffer, length: number): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at < content.length) controller.enqueue(new Uint8Array(content.subarray(at, at + length)));
      else controller.close();
      at += length;
    },
  });
}

/** Returns a stream that sends its first bytes and then stalls. */
function stalling(): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new Uint8Array(10));
    },
  });
}

/** Fails unless the call rejects within ten seconds, the time limit of the shop. */
async function expectRejection(call: Promise<unknown>, message: string): Promise<void> {
  let end = 'under way';
  call.then(
    () => {
      end = 'fulfilled';
    },
    () => {
      end = 'rejected';
    },
  );
  const timeout = Math.min(10_000, patience.milliseconds);
  await expect.poll(() => end, { timeout, message }).toBe('rejected');
}

/** Tests of several files beside each other, of statuses and of side effects. */
export const mediaNeighbourCases: KitCases<MediaStorageHarness> = {
  async 'finds, reads, stores and removes only the named file among files with similar names'(harness) {
    const contents = await putAll(harness);
    await expectFiles(harness, contents);
    const films = similarNames.filter((name) => name.startsWith('film-'));
    for (const names of [films, films.toReversed()]) {
      for (const [index, name] of names.entries()) {
        const content = bytes(1_200 + 8 * index, index);
        await harness.storage.store({ name, size: content.length, content: streamOf(content) });
        contents.set(name, content);
      }
      await expectFiles(harness, contents);
    }
    for (const name of [
      'film-one-key-v240.m4s',
      'film-one.m4s',
      'one-key.webm',
      'one-key.mp4',
      'one-key.de.vtt',
    ]) {
      await harness.storage.remove(name);
      contents.delete(name);
      await expectFiles(harness, contents);
    }
  },

  async 'stores files of any size, in pieces of any length, and reads each of their ends'(harness) {
    for (const [index, size] of sizes.entries()) {
      const name = `film-of-${size}.m4s`;
      const content = Buffer.alloc(size, bytes(size + 4, index)).subarray(0, size);
      const piece = [1_000, 65_536, 7, 2_000_000][index % 4] ?? 1;
      await harness.storage.store({ name, size, content: inChunks(content, Math.min(piece, size)) });
      await harness.forget?.();
      expect((await found(harness, name)).size).toBe(size);
      for (const [first, last] of [
        [0, size - 1],
        [size - 1, size - 1],
        [0, 0],
        [Math.floor(size / 2), size - 1],
      ] as const)
        expect(
          (await readWhole(harness, name, first, last)).equals(content.subarray(first, last + 1)),
          name,
        ).toBe(true);
    }
  },

  async 'stores nothing of a file that goes on after its end, or whose signal is aborted'(harness) {
    const { storage, entries } = harness;
    const before = await entries?.();
    await expectRejection(
      storage.store({ name: 'film-longer.m4s', size: 40, content: streamOf(bytes(80)) }),
      '`store` of more bytes than `size`: count them, `fetch` may wait until the service hangs up',
    );
    const call = new AbortController();
    const stopped = storage.store({ name: 'film-stopped.m4s', size: 40, content: stalling() }, call.signal);
    setImmediate(() => call.abort());
    await expect(stopped).rejects.toThrow();
    const early = storage.store(
      { name: 'film-early.m4s', size: 40, content: streamOf(bytes(40)) },
      call.signal,
    );
    await expect(early).rejects.toThrow();
    await harness.forget?.();
    for (const name of ['film-longer.m4s', 'film-stopped.m4s', 'film-early.m4s'])
      expect([name, await storage.find(name)]).toEqual([name, null]);
    await eventually(async () => (await entries?.()) ?? before).toBe(before);
  },

  async 'stores, removes and has a URL of nothing under an invalid file name'(harness) {
    const { storage, entries } = harness;
    const contents = await putAll(harness);
    const before = await entries?.();
    for (const name of invalidNames) {
      const stored = storage.store({ name, size: 40, content: streamOf(bytes(40)) });
      await expect(stored, name).rejects.toThrow();
      await storage.remove(name).catch(() => {});
      expect((await storage.addressOf?.(name, Date.now() + 600_000)) ?? null, name).toBeNull();
    }
    await expectFiles(harness, contents);
    await eventually(async () => (await entries?.()) ?? before).toBe(before);
  },

  async 'stores and removes several files at once, each under its own name'(harness) {
    const contents = await putAll(harness);
    const films = similarNames.filter((name) => name.startsWith('film-'));
    for (let round = 1; round <= 3; round += 1) {
      await Promise.all(
        films.map((name, index) => {
          const content = bytes(2_000 + 8 * index, round * 100 + index);
          contents.set(name, content);
          return harness.storage.store({ name, size: content.length, content: inChunks(content, 1_000) });
        }),
      );
      await expectFiles(harness, contents);
      const [kept = '', ...others] = films;
      await Promise.all(others.map((name) => harness.storage.remove(name)));
      for (const name of others) contents.delete(name);
      expect(contents.has(kept)).toBe(true);
      await expectFiles(harness, contents);
    }
  },

  async 'reads only the exact version that is given'(harness) {
    await harness.put('one-key.mp4', bytes(400));
    await harness.put('one-key.webm', bytes(408, 9));
    const file = await found(harness, 'one-key.mp4');
    const other = await found(harness, 'one-key.webm');
    const { version } = file;
    for (const wrong of [`${version}0`, `0${version}`, version.slice(0, -1), '', '*', other.version]) {
      if (wrong === version) continue;
      expect(
        await harness.storage.read({ ...file, version: wrong }, { first: 0, last: 9 }),
        wrong,
      ).toBeNull();
    }
    await eventually(harness.openReads).toBe(0);
  },

  async 'ends only the call whose signal is aborted, and no other one for the same file'(harness) {
    await harness.put('one-key.mp4', bytes(3_000_000));
    const call = new AbortController();
    const left = harness.storage.find('one-key.mp4', call.signal).catch(() => null);
    const kept = harness.storage.find('one-key.mp4');
    call.abort();
    expect(await kept).toMatchObject({ size: 3_000_000 });
    await left;
    const file = await found(harness, 'one-key.mp4');
    const range = { first: 0, last: 2_999_999 };
    for (let times = 0; times < 6; times += 1) {
      const other = new AbortController();
      const [left, read] = await Promise.all([
        harness.storage.read(file, range, other.signal),
        harness.storage.read(file, range),
      ]);
      other.abort();
      await expect(new Response(left).arrayBuffer()).rejects.toThrow();
      expect(Buffer.from(await new Response(read).arrayBuffer()).equals(bytes(3_000_000))).toBe(true);
      await eventually(harness.openReads).toBe(0);
    }
  },

  async 'fails if the service responds 400, 401, 429, 500, 502 or 503'(harness) {
    await harness.put('one-key.mp4', bytes(400));
    const file = await found(harness, 'one-key.mp4');
    const { storage } = harness;
    const stored = { name: 'film-of-4711.m4s', size: 40 };
    const calls = {
      find: () => storage.find('film-other.m4s'),
      read: () => storage.read(file, { first: 0, last: 9 }),
      store: () => storage.store({ ...stored, content: streamOf(bytes(40)) }),
      remove: () => storage.remove('one-key.mp4'),
    };
    for (const status of [400, 401, 429, 500, 502, 503])
      for (const [name, call] of Object.entries(calls)) {
        if (name === 'find') await harness.forget?.();
        const { value, sent } = await throughFetch(
          async () => new Response('<Error><Code>SlowDown</Code></Error>', { status }),
          () =>
            call().then(
              () => 'done',
              () => 'failed',
            ),
        );
        // A storage that does not use `fetch` has done the call.
        if (sent.length === 0) return;
        expect(value, `${name} with ${status}`).toBe('failed');
      }
    await harness.forget?.();
    expect(await found(harness, 'one-key.mp4')).toEqual(file);
    expect(await storage.find(stored.name)).toBeNull();
  },

  async 'returns the same URL for the same expiry, also a minute later, and another URL for another file'(
    harness,
  ) {
    const { storage, put } = harness;
    await put('one-key.mp4', bytes(400));
    await put('one-key.webm', bytes(408));
    const [long = '', longer = ''] = similarNames.slice(-2);
    await put(long, bytes(416));
    await put(longer, bytes(424));
    const end = Date.now() + 600_000;
    const addressOf = async (name: string, until = end) => (await storage.addressOf?.(name, until)) ?? null;
    const address = await addressOf('one-key.mp4');
    if (address === null) return;
    expect(await later(60_000, () => addressOf('one-key.mp4'))).toBe(address);
    expect(await addressOf('one-key.mp4', end + 60_000)).not.toBe(address);
    for (const [name, size] of [
      ['one-key.webm', 408],
      [long, 416],
      [longer, 424],
    ] as const) {
      const other = await addressOf(name);
      // The shop sends this file itself.
      if (other === null) continue;
      const response = await fetch(other);
      expect([name, (await response.arrayBuffer()).byteLength]).toEqual([name, size]);
    }
  },

  async 'leaves no timer, console output or changed global behind'(harness) {
    await harness.put('one-key.mp4', bytes(400));
    const film = { name: 'film-of-4711.m4s', size: 40 };
    const { timers, output, changes } = await watchProcess(async () => {
      await readWhole(harness, 'one-key.mp4');
      await harness.storage.find('nobody-of-4711.mp4');
      await harness.storage.find('../4711.mp4');
      await harness.storage.store({ ...film, content: streamOf(bytes(40)) });
      await harness.storage.addressOf?.('one-key.mp4', Date.now() + 600_000);
      await harness.storage.remove(film.name);
      const broken = harness.storage.store({ ...film, content: streamOf(bytes(20)) });
      await expect(broken).rejects.toThrow();
      await harness.breakDown();
      await harness.forget?.();
      await expect(harness.storage.find('one-key.mp4')).rejects.toThrow();
    });
    await harness.mend();
    expect([timers, output, changes]).toEqual([[], '', []]);
  },
};
