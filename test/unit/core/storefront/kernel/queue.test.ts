import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { createQueue } from '#core/storefront/kernel/store.ts';
import { runs } from '#test/run-length.ts';

test.prop([fc.scheduler(), fc.array(fc.boolean(), { minLength: 1, maxLength: 8 })], { numRuns: runs(100) })(
  'a queue runs its tasks in order, one at a time, also after one that fails',
  async (scheduler, fails) => {
    const queue = createQueue();
    const events: string[] = [];
    const answers = fails.map((isFailing, index) =>
      queue
        .run(async () => {
          events.push(`begin ${index}`);
          await scheduler.schedule(Promise.resolve(), `task ${index}`);
          events.push(`end ${index}`);
          if (isFailing) throw new Error(`task ${index}`);
          return index;
        })
        .catch((error: Error) => error.message),
    );

    await scheduler.waitFor(Promise.all(answers));

    expect(events).toEqual(fails.flatMap((_, index) => [`begin ${index}`, `end ${index}`]));
    expect(await Promise.all(answers)).toEqual(
      fails.map((isFailing, index) => (isFailing ? `task ${index}` : index)),
    );
  },
);
