import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from 'vitest';
import { eventually } from './eventually.ts';
import { mediaRules } from './media-call-rules.ts';
import { mediaNeighbourCases } from './media-neighbour-cases.ts';
import {
  bytes,
  film,
  found,
  invalidNames,
  longName,
  type MediaStorageHarness,
  readWhole,
  streamOf,
} from './media-storage-harness.ts';
import { type KitCases, required, runKit, type Tested } from './run-kit.ts';

const readPart = (harness: MediaStorageHarness, first: number, last: number, name = film) =>
  readWhole(harness, name, first, last);

/** Begins to read a file that is larger than all buffers. */
async function beginReading(harness: MediaStorageHarness, signal?: AbortSignal) {
  await harness.put(film, bytes(8_000_000));
  const stream = await harness.storage.read(await found(harness), { first: 0, last: 7_999_999 }, signal);
  if (stream === null) throw new Error('Nothing was read');
  const reader = stream.getReader();
  await reader.read();
  return reader;
}

/** Returns the bytes of buffers after a garbage collection. */
function bytesInUse(): number {
  setFlagsFromString('--expose-gc');
  // The second collection waits until the first one has freed its buffers.
  runInNewContext('gc')();
  runInNewContext('gc')();
  return process.memoryUsage().arrayBuffers;
}

/** Returns a stream that fails after its first bytes. */
function brokenStream(): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(new Uint8Array(10));
      controller.error(new Error('The source broke'));
    },
  });
}

const nothingOpen = ({ openReads }: MediaStorageHarness) => eventually(openReads).toBe(0);

/** The conformance tests of `ports/media-storage.ts` by title. */
export const mediaStorageCases: KitCases<MediaStorageHarness> = {
  ...mediaNeighbourCases,
  async 'finds a file with the size of the whole file, under every ending'(harness) {
    await harness.put(film, bytes(70_000));
    await harness.put('one-key.de.vtt', Buffer.from('WEBVTT – Größe'));
    expect(await found(harness)).toMatchObject({ name: film, size: 70_000 });
    expect(await found(harness, 'one-key.de.vtt')).toMatchObject({ name: 'one-key.de.vtt', size: 18 });
  },

  async 'reads ranges byte for byte, with their first and last byte'(harness) {
    const content = bytes(9_000_000);
    await harness.put(film, content);
    for (const [first, last] of [
      [0, 0],
      [0, 8_999_999],
      [100, 299],
      [65_535, 131_072],
      // Services and buffers have chunks of one, four and eight mebibytes.
      [1_048_575, 1_048_577],
      [4_194_304, 8_388_607],
      [8_388_608, 8_388_609],
      [8_999_999, 8_999_999],
    ] as const) {
      const part = await readPart(harness, first, last);
      expect([first, last, part.length]).toEqual([first, last, last - first + 1]);
      expect(part.equals(content.subarray(first, last + 1))).toBe(true);
    }
  },

  async 'returns null for a missing file, without an error'({ storage, ...harness }) {
    expect(await storage.find('nobody.webm')).toBeNull();
    await harness.put(film, bytes(40));
    const file = await found({ storage, ...harness });
    await harness.remove(film);
    expect(await storage.read(file, { first: 0, last: 9 })).toBeNull();
    await harness.forget?.();
    expect(await storage.find(film)).toBeNull();
  },

  async 'finds and reads nothing under an invalid file name'({ storage, put }) {
    await put(film, bytes(40));
    const file = await storage.find(film);
    for (const name of [...invalidNames, longName]) {
      expect([name, await storage.find(name)]).toEqual([name, null]);
      const read = await storage.read(
        { name, size: 40, version: file?.version ?? '' },
        { first: 0, last: 9 },
      );
      expect([name, read]).toEqual([name, null]);
    }
  },

  async 'has another version for other content, and reads only the version that was found'(harness) {
    await harness.put(film, bytes(400));
    const before = await found(harness);
    expect(before.version).toMatch(/^[!#-~]+$/);
    expect(await found(harness)).toEqual(before);
    await harness.put(film, bytes(400, 5));
    expect(await harness.storage.read(before, { first: 0, last: 399 })).toBeNull();
    await harness.forget?.();
    expect((await found(harness)).version).not.toBe(before.version);
    expect(await harness.openReads()).toBe(0);
    expect((await readPart(harness, 0, 399)).equals(bytes(400, 5))).toBe(true);
  },

  async 'leaves nothing open behind a stream that was read to its end, or cancelled'(harness) {
    const reader = await beginReading(harness);
    expect(await harness.openReads()).toBe(1);
    await reader.cancel();
    await nothingOpen(harness);
    await readPart(harness, 0, 200_000);
    await nothingOpen(harness);
  },

  async 'fails and leaves nothing open when the signal is aborted'(harness) {
    const call = new AbortController();
    const reader = await beginReading(harness, call.signal);
    call.abort();
    const readOn = async () => {
      while (!(await reader.read()).done);
    };
    await expect(readOn()).rejects.toThrow();
    await nothingOpen(harness);
    await expect(harness.storage.find(film, call.signal)).rejects.toThrow();
    await expect(harness.storage.remove(film, call.signal)).rejects.toThrow();
    const file = await found(harness);
    await expect(harness.storage.read(file, { first: 0, last: 9 }, call.signal)).rejects.toThrow();
    await nothingOpen(harness);
  },

  async 'buffers little of a film in memory: it is read as fast as it is consumed'(harness) {
    const size = 64_000_000;
    await harness.put(film, Buffer.alloc(size, 7));
    const file = await found(harness);
    const before = bytesInUse();
    const stream = await harness.storage.read(file, { first: 0, last: size - 1 });
    const reader = stream?.getReader();
    const first = await reader?.read();
    const grown = bytesInUse() - before;
    await reader?.cancel();
    expect(first?.value?.length).toBeLessThanOrEqual(4_000_000);
    expect(grown).toBeLessThan(size / 2);
  },

  async 'reads twenty ranges at once, each with its own bytes'(harness) {
    const content = bytes(200_000);
    await harness.put(film, content);
    const parts = await Promise.all(
      Array.from({ length: 20 }, (_, part) => readPart(harness, part * 10_000, part * 10_000 + 9_999)),
    );
    expect(Buffer.concat(parts).equals(content)).toBe(true);
  },

  async 'stores a file whole, in place of the one before, and removes it'(harness) {
    const { storage } = harness;
    const name = 'film-one-key-v240.m4s';
    for (const content of [bytes(300_000), bytes(40, 7)]) {
      await storage.store({ name, size: content.length, content: streamOf(content) });
      await harness.forget?.();
      expect((await found(harness, name)).size).toBe(content.length);
      expect((await readPart(harness, 0, content.length - 1, name)).equals(content)).toBe(true);
    }
    await storage.remove(name);
    await storage.remove(name);
    await harness.forget?.();
    expect(await storage.find(name)).toBeNull();
  },

  async 'leaves no entry behind of a file that could not be stored'(harness) {
    const { storage } = harness;
    const entries = required(harness, 'entries');
    const before = await entries();
    for (const content of [new Blob([new Uint8Array(30)]).stream(), brokenStream()])
      await expect(storage.store({ name: 'film-early.m4s', size: 40, content })).rejects.toThrow();
    await eventually(entries).toBe(before);
  },

  async 'stores nothing of a file that ends early, fails on the way or has an invalid name'({ storage }) {
    for (const [name, content] of [
      ['film-early.m4s', new Blob([new Uint8Array(30)]).stream()],
      ['film-broken.m4s', brokenStream()],
      ['../film-path.m4s', new Blob([new Uint8Array(40)]).stream()],
    ] as const) {
      await expect(storage.store({ name, size: 40, content })).rejects.toThrow();
      expect([name, await storage.find(name)]).toEqual([name, null]);
    }
  },

  async 'finds a film only after all of it is stored'(harness) {
    const { storage } = harness;
    const name = 'film-one-key-v480.m4s';
    const steps = new EventTarget();
    const half = once(steps, 'half');
    const rest = once(steps, 'rest');
    let pieces = 0;
    const content = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          pieces += 1;
          if (pieces === 4) {
            steps.dispatchEvent(new Event('half'));
            await rest;
          }
          controller.enqueue(bytes(1_000_000, pieces));
          if (pieces === 6) controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    const stored = storage.store({ name, size: 6_000_000, content });
    await Promise.race([half, stored]);
    await harness.forget?.();
    const meanwhile = await storage.find(name);
    steps.dispatchEvent(new Event('rest'));
    await stored;
    expect(meanwhile, 'found while it was being stored').toBeNull();
    await harness.forget?.();
    expect((await found(harness, name)).size).toBe(6_000_000);
  },

  async 'returns URLs that support ranges and CORS and expire, or null'({ storage, put }) {
    const addressOf = async (name: string, end: number) => (await storage.addressOf?.(name, end)) ?? null;
    await put(film, bytes(400));
    const end = Date.now() + 600_000;
    const address = await addressOf(film, end);
    expect(await addressOf(film, end)).toBe(address);
    expect(await addressOf(`x/../${film}`, end)).toBeNull();
    if (address === null) return;
    const headers = { range: 'bytes=4-39', origin: 'https://shop.example' };
    const part = await fetch(address, { headers });
    expect(part.status, 'status of a part').toBe(206);
    expect(part.headers.get('access-control-allow-origin')).toMatch(/^(?:\*|https:\/\/shop\.example)$/);
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes(400).subarray(4, 40))).toBe(true);
    const past = await fetch((await addressOf(film, Date.now() - 60_000)) ?? '', { headers });
    expect(past.ok, 'an expired URL').toBe(false);
    await past.body?.cancel();
  },

  async 'fails while the storage is unreachable, and can be called again'(harness) {
    await harness.put(film, bytes(40));
    const file = await found(harness);
    await harness.breakDown();
    await harness.forget?.();
    await expect(harness.storage.find(film)).rejects.toThrow();
    await expect(harness.storage.read(file, { first: 0, last: 9 })).rejects.toThrow();
    const content = new Blob([new Uint8Array(4)]).stream();
    await expect(harness.storage.store({ name: film, size: 4, content })).rejects.toThrow();
    await expect(harness.storage.remove(film)).rejects.toThrow();
    await harness.mend();
    expect((await readPart(harness, 4, 39)).equals(bytes(40).subarray(4))).toBe(true);
  },
};

/** Registers the conformance tests for one media storage. */
export const describeMediaStorage = (adapter: Tested<MediaStorageHarness>) =>
  runKit('media storage', mediaStorageCases, adapter, mediaRules);
