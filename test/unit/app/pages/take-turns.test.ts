import { setImmediate as turn } from 'node:timers/promises';
import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import { createTurns, perTurn } from '#app/pages/take-turns.ts';

describe('requests that arrive together', () => {
  property.prop([fc.array(fc.integer({ min: 1, max: 3 * perTurn }), { minLength: 1, maxLength: 5 })])(
    'begin in their order, each once, and never more than `perTurn` in a turn',
    async (waves) => {
      const inTurns = createTurns();
      const begun: number[] = [];
      let asked = 0;
      let before = 0;
      const next = async () => {
        expect(begun.length - before).toBeLessThanOrEqual(perTurn);
        before = begun.length;
        await turn();
      };
      for (const count of waves) {
        for (let index = 0; index < count; index += 1) {
          const own = asked++;
          inTurns(() => begun.push(own));
        }
        await next();
      }
      for (let left = 0; begun.length < asked && left < 100; left += 1) await next();
      expect(begun).toEqual(Array.from({ length: asked }, (_, index) => index));
    },
  );

  test('begin at once if there is only one, and other work is done between many', async () => {
    const inTurns = createTurns();
    const done: string[] = [];
    inTurns(() => done.push('alone'));
    expect(done).toEqual(['alone']);
    await turn();
    await turn();
    for (let index = 0; index < 5 * perTurn; index += 1) inTurns(() => done.push('page'));
    await turn();
    done.push('payment');
    for (let left = 0; left < 10; left += 1) await turn();
    expect(done).toHaveLength(5 * perTurn + 2);
    expect(done.indexOf('payment')).toBeLessThanOrEqual(3 * perTurn);
  });
});
