import type { Clock, Timers } from '#ports/clock.ts';

/** A clock and timers that change only when a test calls `advance`. */
export interface ManualTime {
  readonly clock: Clock;
  readonly timers: Timers;
  /** Advances the clock and runs the due tasks in order, each at its scheduled time. */
  advance(milliseconds: number): void;
}

interface Scheduled {
  readonly at: number;
  readonly task: () => void;
}

/** Creates a clock that starts at `start` (milliseconds since the epoch), and timers that use this clock. */
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
