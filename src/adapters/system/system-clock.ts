import type { Clock, ServerClock, Timers } from '#ports/clock.ts';

export function createSystemClock(): Clock {
  return { now: () => Date.now() };
}

/**
 * The machine's time, which never goes back: if the machine's clock is set back, this clock stops until it has caught
 * up.
 */
export function createServerClock(): ServerClock {
  let latest = 0;
  return {
    now() {
      latest = Math.max(latest, Date.now());
      return latest;
    },
  };
}

export function createSystemTimers(): Timers {
  return {
    schedule(milliseconds, task) {
      const timer = setTimeout(task, milliseconds);
      return () => clearTimeout(timer);
    },
  };
}
