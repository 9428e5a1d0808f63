import type { Timers } from '#ports/timers.ts';

/** Settles after so many milliseconds. */
export function wait(timers: Timers, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    timers.schedule(milliseconds, resolve);
  });
}
