import { expect, test } from 'vitest';
import { createKeptResponses } from '#server/http/kept-responses.ts';

const wishes = { isHead: false, ifNoneMatch: null, acceptEncoding: 'gzip' };

function open(memoryLimit: number) {
  const kept = createKeptResponses({
    changes: { version: () => 1 },
    now: () => 1_000_000,
    memoryLimit,
    freshFor: () => 60_000,
    servedFor: 0,
    headers: [],
    vary: 'Cookie',
    hasBrotli: true,
  });
  return {
    ask: (key: string) =>
      kept.serve({ key, sent: key, name: 'list', wishes }, async () => new Response(`[${key.length}]`)),
    bodyOf: (key: string) => kept.recall(key, wishes)?.response.body ?? null,
  };
}

test('a kept response holds no memory but its own bytes', async () => {
  const { ask, bodyOf } = open(1_000_000);
  await ask('/list');
  const body = bodyOf('/list');
  expect(body?.byteLength).toBeGreaterThan(0);
  expect(body?.buffer.byteLength).toBe(body?.byteLength);
});

test('what a response needs beside its bytes counts as well, so that many small ones stay within the limit', async () => {
  const limit = 100_000;
  const { ask, bodyOf } = open(limit);
  const keys = Array.from({ length: 400 }, (_, index) => `/list/${index}?filter=${'a'.repeat(500)}`);
  for (const key of keys) await ask(key);
  const held = keys.filter((key) => bodyOf(key) !== null);
  expect(held.at(-1)).toBe(keys.at(-1));
  expect(held.join('').length).toBeLessThan(limit);
});
