import type { ServerClock } from 'meisterhand/ports';

/**
 * The machine's time, which never goes back: if the machine's clock is set back, this clock stops until it has caught
 * up.
 */
export function createSystemClock(): ServerClock {
  let latest = 0;
  return {
    now() {
      latest = Math.max(latest, Date.now());
      return latest;
    },
  };
}
