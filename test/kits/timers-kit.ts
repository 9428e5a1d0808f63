import { expect } from 'vitest';
import type { Timers } from '#ports/clock.ts';
import { type KitCases, runKit, type Tested } from './run-kit.ts';

/** Timers under test, with a function that lets time pass. */
export interface TimersHarness {
  readonly timers: Timers;
  /** Lets at least this number of milliseconds pass. */
  pass(milliseconds: number): Promise<void>;
}

const cases: KitCases<TimersHarness> = {
  async 'runs a task once, after its time and never within the call'({ timers, pass }) {
    let runs = 0;
    timers.schedule(0, () => {
      runs += 1;
    });
    expect(runs).toBe(0);
    await pass(20);
    expect(runs).toBe(1);
    await pass(20);
    expect(runs).toBe(1);
  },
  async 'runs tasks by their time, and tasks of the same time in the order of scheduling'({ timers, pass }) {
    const order: string[] = [];
    timers.schedule(30, () => order.push('late'));
    timers.schedule(1, () => order.push('early'));
    timers.schedule(1, () => order.push('next'));
    await pass(60);
    expect(order).toEqual(['early', 'next', 'late']);
  },
  async 'does not run a cancelled task, and a late cancellation does nothing'({ timers, pass }) {
    const order: string[] = [];
    const callOff = timers.schedule(5, () => order.push('called off'));
    const callOffLater = timers.schedule(5, () => order.push('kept'));
    callOff();
    await pass(30);
    callOffLater();
    expect(order).toEqual(['kept']);
  },
  async 'a task may schedule the next'({ timers, pass }) {
    const order: string[] = [];
    timers.schedule(1, () => {
      order.push('first');
      timers.schedule(1, () => order.push('second'));
    });
    // On a busy machine the first runs only when the time has passed.
    await pass(30);
    await pass(30);
    expect(order).toEqual(['first', 'second']);
  },
};

/** Registers the conformance tests of `Timers` in `ports/clock.ts` for one adapter. */
export const describeTimersPort = (adapter: Tested<TimersHarness>) => runKit('Timers', cases, adapter);
