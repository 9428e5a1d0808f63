import type { Clock } from '#ports/server-clock.ts';

/** The machine's time. When it is set back, this clock stands still until that time is reached again. */
export function createSystemClock(): Clock {
  let latest = 0;
  return {
    now() {
      latest = Math.max(latest, Date.now());
      return latest;
    },
  };
}
