import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { yieldToRequests } from '#server/jobs/yield-to-requests.ts';

test('work goes on soon in a process that has time', async () => {
  await pause(50);
  const before = performance.now();
  await yieldToRequests();
  expect(performance.now() - before).toBeLessThan(450);
});

test('work waits while the process is busy, and not for ever', async () => {
  let isOver = false;
  const busy = (async () => {
    while (!isOver) {
      for (const end = performance.now() + 8; performance.now() < end; );
      await pause(0);
    }
  })();
  const before = performance.now();
  await yieldToRequests();
  const waited = performance.now() - before;
  isOver = true;
  await busy;
  expect(waited).toBeGreaterThan(300);
  expect(waited).toBeLessThan(5_000);
});
