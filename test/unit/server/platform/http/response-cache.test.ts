import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createResponseCache } from '#server/platform/http/response-cache.ts';

const options = { isHead: false, ifNoneMatch: null, acceptEncoding: 'gzip' };

function open(memoryLimit: number, hasBrotli = true, text = (key: string) => `[${key.length}]`) {
  const cache = createResponseCache({
    changes: { version: () => 1 },
    now: () => 1_000_000,
    memoryLimit,
    freshFor: () => 60_000,
    servedFor: 0,
    headers: [],
    vary: 'Cookie',
    hasBrotli,
  });
  return {
    ask: (key: string) =>
      cache.serve({ key, sent: key, name: 'list', options }, async () => new Response(text(key))),
    recall: (key: string, acceptEncoding: string) =>
      cache.recall(key, { ...options, acceptEncoding })?.response ?? null,
    bodyOf: (key: string) => cache.recall(key, options)?.response.body ?? null,
  };
}

test('a cached response holds no memory but its own bytes', async () => {
  const { ask, bodyOf } = open(1_000_000);
  await ask('/list');
  const body = bodyOf('/list');
  expect(body?.byteLength).toBeGreaterThan(0);
  expect(body?.buffer.byteLength).toBe(body?.byteLength);
});

test('the overhead of a response counts as well, so that many small ones stay within the limit', async () => {
  const limit = 100_000;
  const { ask, bodyOf } = open(limit);
  const keys = Array.from({ length: 400 }, (_, index) => `/list/${index}?filter=${'a'.repeat(500)}`);
  for (const key of keys) await ask(key);
  const held = keys.filter((key) => bodyOf(key) !== null);
  expect(held.at(-1)).toBe(keys.at(-1));
  expect(held.join('').length).toBeLessThan(limit);
});

test('keys and encodings of all responses, with a kilobyte each for headers, fill the limit and never exceed it', async () => {
  const limit = 100_000;
  const { ask, recall } = open(limit, true, () => randomBytes(2_000).toString('base64'));
  const keys = Array.from({ length: 60 }, (_, index) => `/list/${index}?filter=${'a'.repeat(500)}`);
  for (const key of keys) await ask(key);
  const sizes = keys.flatMap((key) => {
    const forms = ['br', 'gzip'].map((encoding) => recall(key, encoding)?.body?.length ?? 0);
    return forms.includes(0) ? [] : [1_000 + key.length + forms.reduce((sum, bytes) => sum + bytes, 0)];
  });
  const held = sizes.reduce((sum, size) => sum + size, 0);
  expect(held).toBeLessThanOrEqual(limit);
  expect(held + 1.1 * (sizes[0] ?? 0), 'room for another one').toBeGreaterThan(limit);
});

test('without brotli, requests that accept nothing else go on to the application', async () => {
  const { ask, recall } = open(1_000_000, false);
  await ask('/list');
  expect(recall('/list', 'br')).toBeNull();
  expect(recall('/list', 'br, gzip')?.headers['Content-Encoding']).toBe('gzip');
});
