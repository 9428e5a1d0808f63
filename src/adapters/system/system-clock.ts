import type { Clock } from '#ports/clock.ts';

/** The computer's own clock. */
export function createSystemClock(): Clock {
  return { now: () => Date.now() };
}
