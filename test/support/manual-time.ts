import type { Clock } from '#ports/clock.ts';
import type { Timers } from '#ports/timers.ts';

/** Time that stands still until it is moved. */
export interface ManualTime {
  readonly clock: Clock;
  readonly timers: Timers;
  /** Moves time on, and runs on the way what was scheduled, each at its own time. */
  advance(milliseconds: number): void;
}

interface Scheduled {
  readonly at: number;
  readonly task: () => void;
}

/** Makes a clock that shows `start` (milliseconds since the epoch) and the timers that belong to it. */
export function createManualTime(start: number): ManualTime {
  let now = start;
  let scheduled: readonly Scheduled[] = [];

  function nextUntil(end: number): Scheduled | undefined {
    return scheduled.filter((entry) => entry.at <= end).toSorted((one, other) => one.at - other.at)[0];
  }

  return {
    clock: { now: () => now },
    timers: {
      schedule(milliseconds, task) {
        const entry = { at: now + Math.max(0, milliseconds), task };
        scheduled = [...scheduled, entry];
        return () => {
          scheduled = scheduled.filter((other) => other !== entry);
        };
      },
    },
    advance(milliseconds) {
      const end = now + milliseconds;
      for (let next = nextUntil(end); next !== undefined; next = nextUntil(end)) {
        const { at, task } = next;
        scheduled = scheduled.filter((other) => other !== next);
        now = at;
        task();
      }
      now = end;
    },
  };
}
