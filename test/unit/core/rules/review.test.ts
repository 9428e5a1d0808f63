import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { mostStars } from '#core/model/review.ts';
import { starShare } from '#core/rules/review.ts';
import { runs } from '#test/run-count.ts';

const distributions = fc.array(fc.nat(1000), { minLength: mostStars, maxLength: mostStars });

test.prop([distributions], { numRuns: runs(100) })(
  'the shares of all stars make a whole, or nothing',
  (distribution) => {
    const shares = [1, 2, 3, 4, 5].map((stars) => starShare(distribution, stars));
    const whole = shares.reduce((sum, share) => sum + share, 0);
    expect(whole).toBeCloseTo(distribution.some((count) => count > 0) ? 1 : 0);
    expect(shares.every((share) => share >= 0 && share <= 1)).toBe(true);
  },
);

test('each number of stars has its own share', () => {
  expect(starShare([1, 0, 0, 0, 3], 5)).toBe(0.75);
  expect(starShare([1, 0, 0, 0, 3], 1)).toBe(0.25);
  expect(starShare([1, 0, 0, 0, 3], 2)).toBe(0);
});
