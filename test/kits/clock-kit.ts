import { expect } from 'vitest';
import type { Clock } from '#ports/clock.ts';
import { type KitCases, runKit, type Tested } from './run-kit.ts';

const cases: KitCases<Clock> = {
  async 'returns whole milliseconds since 1970-01-01'(clock) {
    const now = clock.now();
    expect(Number.isInteger(now)).toBe(true);
    expect(new Date(now).getUTCFullYear()).toBeGreaterThanOrEqual(2026);
  },
  async 'does not run backwards by itself'(clock) {
    const times = Array.from({ length: 50 }, () => clock.now());
    expect(times).toEqual(times.toSorted((one, other) => one - other));
  },
};

/** Registers the conformance tests of `ports/clock.ts` for one adapter. */
export const describeClockPort = (adapter: Tested<Clock>) => runKit('Clock', cases, adapter);
