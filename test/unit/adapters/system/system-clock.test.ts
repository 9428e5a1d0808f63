import { afterEach, expect, test, vi } from 'vitest';
import { createServerClock } from '#adapters/system/system-clock.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('the server clock returns the time of the machine, and stops while that is set back', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 5_000 });
  const clock = createServerClock();
  expect(clock.now()).toBe(5_000);
  vi.setSystemTime(2_000);
  expect(clock.now()).toBe(5_000);
  vi.setSystemTime(5_001);
  expect(clock.now()).toBe(5_001);
});
