import type { Clock } from '#ports/server-clock.ts';

/** The machine's time. When the machine's clock is set back, this clock stands still until it has caught up. */
export function createSystemClock(): Clock {
  let latest = 0;
  return {
    now() {
      latest = Math.max(latest, Date.now());
      return latest;
    },
  };
}
