import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { respondInConstantTime } from '#server/accounts/constant-time-response.ts';

async function took(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await respondInConstantTime(work).catch(() => {});
  return performance.now() - begin;
}

test('much work, little work and failed work are answered after the same time', async () => {
  const times = await Promise.all([
    took(async () => null),
    took(() => pause(60)),
    took(() => Promise.reject(new Error('failed'))),
  ]);
  for (const time of times) expect(time).toBeGreaterThanOrEqual(149);
  expect(Math.max(...times) - Math.min(...times)).toBeLessThan(50);
});

test('work that takes longer waits for the next beat', async () => {
  const [short, long] = await Promise.all([took(() => pause(160)), took(() => pause(240))]);
  expect(short).toBeGreaterThanOrEqual(298);
  expect(Math.abs(short - long)).toBeLessThan(50);
});

test('answers what the work answers, and fails as it fails', async () => {
  expect(await respondInConstantTime(async () => 7)).toBe(7);
  await expect(respondInConstantTime(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
});
