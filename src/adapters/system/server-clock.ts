import type { Clock } from '#ports/server-clock.ts';

/** The machine's time. When the machine sets it back, this clock stands still until the time comes round again. */
export function createSystemClock(): Clock {
  let latest = 0;
  return {
    now() {
      latest = Math.max(latest, Date.now());
      return latest;
    },
  };
}
