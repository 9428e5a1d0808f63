import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { respondInConstantTime } from '#server/accounts/constant-time-response.ts';

async function took(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await respondInConstantTime(work).catch(() => {});
  return performance.now() - begin;
}

test('short, long and failed work gets its response after the same time', async () => {
  const times = await Promise.all([
    took(async () => null),
    took(() => pause(60)),
    took(() => Promise.reject(new Error('failed'))),
  ]);
  for (const time of times) expect(time).toBeGreaterThanOrEqual(149);
  expect(Math.max(...times) - Math.min(...times)).toBeLessThan(50);
});

test('work that takes longer than one step waits for the next', async () => {
  const [short, long] = await Promise.all([took(() => pause(160)), took(() => pause(240))]);
  expect(short).toBeGreaterThanOrEqual(298);
  expect(Math.abs(short - long)).toBeLessThan(50);
});

test('returns the result of the work, and throws its error', async () => {
  expect(await respondInConstantTime(async () => 7)).toBe(7);
  await expect(respondInConstantTime(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
});
