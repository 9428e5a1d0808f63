import { fc, test } from '@fast-check/vitest';
import { describe, test as example, expect } from 'vitest';
import type { Coupon } from '#core/rules/discounts.ts';
import { cents } from '#core/rules/money.ts';
import type { PriceChange } from '#core/rules/reductions.ts';
import { lowestPrice, reducedPrice } from '#core/rules/reductions.ts';
import { plainCoupon } from '#test/arbitraries/coupon.ts';
import { runs } from '#test/run-count.ts';

const day = 86_400_000;
const start = 1_000 * day;

const history = fc.array(
  fc.record({ valid_from: fc.integer({ min: 900, max: 1_010 }), price: fc.integer({ min: 0, max: 9_999 }) }),
  { maxLength: 8 },
);

/** Computes the lowest price by the legal definition: from the price at the start of each of the 30 days. */
function lowestByDays(changes: readonly PriceChange[], current: number): number {
  const held: number[] = [];
  for (let ago = 30; ago > 0; ago -= 1) {
    const moment = start - ago * day;
    const known = changes.filter(({ valid_from }) => valid_from <= moment);
    const latest = known.toSorted((one, other) => one.valid_from - other.valid_from).at(-1);
    if (latest !== undefined) held.push(latest.price);
  }
  return held.length === 0 ? current : Math.min(...held);
}

describe('the lowest price of 30 days', () => {
  test.prop([history], { numRuns: runs(300) })('is that of the day on which it was lowest', (changes) => {
    // At most one change per day, at the beginning of the day.
    const byDay = new Map(changes.map(({ valid_from, price }) => [valid_from, price]));
    const noted = [...byDay].map(([on, price]) => ({ valid_from: on * day, price: cents(price) }));
    expect(lowestPrice(noted, start, cents(777))).toBe(lowestByDays(noted, 777));
  });

  example('counts the price that the 30 days began with, and not what came with the reduction', () => {
    const noted = [
      { valid_from: start - 90 * day, price: cents(500) },
      { valid_from: start - 60 * day, price: cents(800) },
      { valid_from: start - 10 * day, price: cents(900) },
      { valid_from: start, price: cents(100) },
    ];
    expect(lowestPrice(noted, start, cents(100))).toBe(800);
  });
});

const coupon: Coupon = { ...plainCoupon, campaign: 'herbst' };

const course = (product_id: string, price: number) =>
  ({
    product_id,
    kind: 'course',
    unit_price: cents(price),
    quantity: 1,
    is_fixed_price: false,
    is_shipped: false,
  }) as const;

describe('the price of an advertised offer', () => {
  const lines = [course('a', 8_900), course('b', 8_901)];
  const bundles = [{ id: 'ab', product_ids: ['a', 'b'], price: cents(14_900) }];

  example('is what bundle and coupon leave together', () => {
    expect(reducedPrice(lines, { coupon, bundles, now: 5 })).toBe(14_900 - 1_490);
    expect(reducedPrice(lines, { coupon, bundles: [], now: 5 })).toBe(17_801 - 1_780);
  });

  example('is none where nothing comes off', () => {
    const over = { ...coupon, valid_until: 4 };
    expect(reducedPrice(lines, { coupon: over, bundles: [], now: 5 })).toBeNull();
    expect(reducedPrice(lines, { coupon: over, bundles, now: 5 })).toBe(14_900);
  });
});
