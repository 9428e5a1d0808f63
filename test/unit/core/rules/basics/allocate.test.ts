import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { allocate } from '#core/rules/basics/allocate.ts';
import { cents, sumCents } from '#core/rules/basics/money.ts';
import { runs } from '#test/run-length.ts';

const amount = fc.oneof(fc.integer({ min: -200, max: 200 }), fc.integer()).map(cents);
const weights = fc.array(fc.oneof(fc.nat(5), fc.nat(1_000_000)), { minLength: 1, maxLength: 12 });
const someWeight = weights.filter((list) => list.some((weight) => weight > 0));

test.prop([amount, someWeight], { numRuns: runs(500) })('the parts add up to the amount', (value, list) => {
  expect(sumCents(allocate(value, list))).toBe(value);
});

test.prop([amount, someWeight], { numRuns: runs(500) })(
  'each part differs from its exact share by less than a cent',
  (value, list) => {
    const sum = list.reduce((total, weight) => total + weight, 0);
    for (const [index, part] of allocate(value, list).entries()) {
      const distance = BigInt(part) * BigInt(sum) - BigInt(value) * BigInt(list[index] ?? 0);
      expect(distance < 0n ? -distance : distance).toBeLessThan(BigInt(sum));
    }
  },
);

test.prop([someWeight, fc.double({ min: 0, max: 1, noNaN: true })], { numRuns: runs(500) })(
  'no part is larger than its weight when the amount is at most the sum of the weights',
  (list, share) => {
    const sum = list.reduce((total, weight) => total + weight, 0);
    const parts = allocate(cents(Math.floor(sum * share)), list);
    for (const [index, part] of parts.entries()) expect(part).toBeLessThanOrEqual(list[index] ?? 0);
  },
);

test.prop([amount, someWeight], { numRuns: runs(200) })(
  'the parts of a negative amount are the negative parts of the positive one',
  (value, list) => {
    expect(allocate(cents(-value), list)).toEqual(allocate(value, list).map((part) => cents(-part)));
  },
);

test('of equal parts the first ones get the remaining cents', () => {
  expect(allocate(cents(100), [1, 1, 1])).toEqual([34, 33, 33]);
  expect(allocate(cents(101), [1, 1, 1])).toEqual([34, 34, 33]);
  expect(allocate(cents(5), [3, 7])).toEqual([2, 3]);
  expect(allocate(cents(10), [0, 1, 0])).toEqual([0, 10, 0]);
});

test('an amount without weights is refused unless it is 0, and so are invalid weights', () => {
  expect(allocate(cents(0), [])).toEqual([]);
  expect(allocate(cents(0), [0, 0])).toEqual([0, 0]);
  expect(() => allocate(cents(1), [])).toThrow(RangeError);
  expect(() => allocate(cents(1), [0])).toThrow(RangeError);
  expect(() => allocate(cents(1), [2, -1])).toThrow(RangeError);
  expect(() => allocate(cents(1), [0.5])).toThrow(RangeError);
});
