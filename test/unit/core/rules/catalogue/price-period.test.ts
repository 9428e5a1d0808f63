import { expect, test } from 'vitest';
import { pricePeriod } from '#core/rules/catalogue/price-period.ts';

test.each([
  ['membership', 'year'],
  ['subscription', 'month'],
  ['course', null],
  ['gift', null],
] as const)('the price of a %s is for one %s', (kind, period) => {
  expect(pricePeriod(kind)).toBe(period);
});
