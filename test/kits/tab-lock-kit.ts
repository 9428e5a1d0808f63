import { expect } from 'vitest';
import type { TabLock } from '#ports/browser/tabs.ts';
import { eventually } from './eventually.ts';
import { type KitCases, runKit, type Tested } from './run-kit.ts';

/** The locks of two tabs of one browser. */
export interface TabLockHarness {
  readonly tab: TabLock;
  readonly other: TabLock;
}

const cases: KitCases<TabLockHarness> = {
  async 'returns the result of the task, or fails with its error'({ tab }) {
    expect(await tab.runAlone('cart', async () => 7)).toBe(7);
    await expect(
      tab.runAlone('cart', async () => {
        throw new Error('kaputt');
      }),
    ).rejects.toThrow('kaputt');
    expect(await tab.runAlone('cart', async () => 8)).toBe(8);
  },
  async 'runs tasks under one name one after the other, over all tabs'({ tab, other }) {
    const events: string[] = [];
    const first = Promise.withResolvers<void>();
    const one = tab.runAlone('cart', async () => {
      events.push('first begins');
      await first.promise;
      events.push('first ends');
    });
    const two = other.runAlone('cart', async () => {
      events.push('second');
    });
    const three = tab.runAlone('cart', async () => {
      events.push('third');
    });
    await eventually(() => events).toEqual(['first begins']);
    first.resolve();
    await Promise.all([one, two, three]);
    expect(events).toEqual(['first begins', 'first ends', 'second', 'third']);
  },
  async 'tasks under different names do not wait for each other'({ tab, other }) {
    const held = Promise.withResolvers<void>();
    const holding = tab.runAlone('cart', () => held.promise);
    expect(await other.runAlone('access_token', async () => 'free')).toBe('free');
    held.resolve();
    await holding;
  },
};

/** Registers the conformance tests of `TabLock` in `ports/browser/tabs.ts` for one adapter. */
export const describeTabLockPort = (adapter: Tested<TabLockHarness>) => runKit('TabLock', cases, adapter);
