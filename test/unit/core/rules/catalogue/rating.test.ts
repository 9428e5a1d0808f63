import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { maxStars, minReviewsForRating, minStars } from '#core/model/values.ts';
import { ratingOf, starShare, watchedPercent } from '#core/rules/catalogue/rating.ts';
import { runs } from '#test/run-length.ts';

const allStars = fc.array(fc.integer({ min: minStars, max: maxStars }), { minLength: 1, maxLength: 12 });

describe('ratingOf', () => {
  test.prop([allStars], { numRuns: runs(300) })(
    'is an average of at least five reviews with one decimal, and null for fewer',
    (stars) => {
      const sum = stars.reduce((total, one) => total + one, 0);
      const [lowest, highest] = [Math.min(...stars), Math.max(...stars)];
      const rating = ratingOf({ reviewers: stars.length, stars_total: sum, lowest, highest });
      expect(rating === null).toBe(stars.length < minReviewsForRating);
      if (rating === null) return;
      expect(rating).toMatchObject({ reviewers: stars.length, min: lowest, max: highest });
      expect(rating.average.toFixed(1)).toBe(String(rating.average).padEnd(3, '.0'));
      expect(Math.abs(rating.average - sum / stars.length)).toBeLessThanOrEqual(0.05 + 1e-9);
    },
  );

  test('is null without reviews', () => {
    const sums = { reviewers: null, stars_total: null, lowest: null, highest: null };
    expect(ratingOf(sums)).toBeNull();
    expect(ratingOf({ reviewers: 0, stars_total: 0, lowest: 0, highest: 0 })).toBeNull();
  });
});

test.prop([fc.nat({ max: 300 }), fc.nat({ max: 300 })], { numRuns: runs(300) })(
  'watchedPercent is 100 only for all lessons, 0 only for none, and grows with the lessons',
  (one, other) => {
    const [finished, lessons] = [Math.min(one, other), Math.max(one, other)];
    const percent = watchedPercent(finished, lessons);
    expect(percent === null).toBe(lessons === 0);
    if (percent === null) return;
    expect(percent === 100).toBe(finished === lessons);
    expect(percent === 0).toBe(finished === 0);
    expect(percent).toBeGreaterThanOrEqual(watchedPercent(Math.max(finished - 1, 0), lessons) ?? 0);
  },
);

const distributions = fc.array(fc.nat(1000), { minLength: maxStars, maxLength: maxStars });

test.prop([distributions], { numRuns: runs(100) })(
  'the shares of all stars add up to 1, or to 0 without reviews',
  (distribution) => {
    const shares = [1, 2, 3, 4, 5].map((stars) => starShare(distribution, stars));
    const whole = shares.reduce((sum, share) => sum + share, 0);
    expect(whole).toBeCloseTo(distribution.some((count) => count > 0) ? 1 : 0);
    expect(shares.every((share) => share >= 0 && share <= 1)).toBe(true);
  },
);

test('each number of stars has its own share', () => {
  expect(starShare([0, 0, 0, 0, 0], 5)).toBe(0);
  expect(starShare([1, 0, 0, 0, 3], 5)).toBe(0.75);
  expect(starShare([1, 0, 0, 0, 3], 1)).toBe(0.25);
  expect(starShare([1, 0, 0, 0, 3], 2)).toBe(0);
});
