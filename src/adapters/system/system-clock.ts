import type { Clock, ServerClock, Timers } from '#ports/clock.ts';

/** The computer's own clock. */
export function createSystemClock(): Clock {
  return { now: () => Date.now() };
}

/** The machine's time. When the machine's clock is set back, this clock stands still until it has caught up. */
export function createServerClock(): ServerClock {
  let latest = 0;
  return {
    now() {
      latest = Math.max(latest, Date.now());
      return latest;
    },
  };
}

/** Timers of browser or Node. */
export function createSystemTimers(): Timers {
  return {
    schedule(milliseconds, task) {
      const timer = setTimeout(task, milliseconds);
      return () => clearTimeout(timer);
    },
  };
}
