import type { Timers } from '#ports/timers.ts';

/** Timers of browser or Node. */
export function createSystemTimers(): Timers {
  return {
    schedule(milliseconds, task) {
      const timer = setTimeout(task, milliseconds);
      return () => clearTimeout(timer);
    },
  };
}
