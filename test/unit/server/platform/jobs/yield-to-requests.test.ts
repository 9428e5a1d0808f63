import { performance } from 'node:perf_hooks';
import { expect, test, vi } from 'vitest';
import { yieldToRequests } from '#server/platform/jobs/yield-to-requests.ts';

/**
 * Returns how often the load was measured before work went on; `shares` are the measured loads, the last one repeated.
 */
async function measured(...shares: readonly number[]): Promise<number> {
  let count = 0;
  const loop = vi.spyOn(performance, 'eventLoopUtilization').mockImplementation((since) => {
    if (since !== undefined) count += 1;
    return { idle: 0, active: 0, utilization: shares[count - 1] ?? shares.at(-1) ?? 0 };
  });
  await yieldToRequests();
  loop.mockRestore();
  return count;
}

test('work goes on at once in an idle process', async () => {
  expect(await measured(0.19)).toBe(1);
});

test('work waits while the process is busy, but not for ever', async () => {
  expect(await measured(0.9, 0.2, 0.1)).toBe(3);
  expect(await measured(0.2)).toBe(20);
});
