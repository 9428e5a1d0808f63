import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { createSemaphore } from '#core/rules/basics/semaphore.ts';
import { runs } from '#test/run-length.ts';

test.prop(
  [fc.scheduler(), fc.integer({ min: 1, max: 4 }), fc.array(fc.boolean(), { minLength: 1, maxLength: 12 })],
  { numRuns: runs(100) },
)(
  'a semaphore runs as many tasks at once as it allows, in their order, whether they succeed or fail',
  async (scheduler, width, outcomes) => {
    const pass = createSemaphore(width);
    const begun: number[] = [];
    let running = 0;
    let most = 0;
    const work = async () => {
      running += 1;
      most = Math.max(most, running);
      await scheduler.schedule(Promise.resolve());
      running -= 1;
    };
    const results = outcomes.map((succeeds, index) =>
      pass(async () => {
        begun.push(index);
        await work();
        if (!succeeds) throw new Error(String(index));
        return index;
      }),
    );
    const settled = Promise.allSettled(results);
    await scheduler.waitFor(settled);
    expect(most).toBe(Math.min(width, outcomes.length));
    expect(begun).toEqual(outcomes.map((_, index) => index));
    // All places are free again.
    most = 0;
    await scheduler.waitFor(Promise.allSettled(outcomes.map(() => pass(work))));
    expect(most).toBe(Math.min(width, outcomes.length));
    expect((await settled).map((result) => result.status)).toEqual(
      outcomes.map((succeeds) => (succeeds ? 'fulfilled' : 'rejected')),
    );
  },
);
