import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { cents, formatPrice } from '#core/rules/basics/money.ts';
import { readOrderSearch } from '#core/rules/orders/order-search.ts';
import { runs } from '#test/run-length.ts';

test.prop([fc.integer({ min: 0, max: 9_999_999_99 }), fc.constantFrom('de' as const, 'en' as const)], {
  numRuns: runs(200),
})('an amount is found as the shop writes it', (amount, locale) => {
  expect(readOrderSearch(formatPrice(cents(amount), locale))).toEqual({ kind: 'amount', amount });
});

test.each([
  ['49,90', 4990],
  [' €49.90 ', 4990],
  ['1.234,50 €', 123450],
  ['49 €', 4900],
  ['49 EUR', 4900],
])('%s is an amount', (typed, amount) => {
  expect(readOrderSearch(typed)).toEqual({ kind: 'amount', amount });
});

test('an amount that no order can have is a text', () => {
  expect(readOrderSearch('21.474.836,47')).toEqual({ kind: 'amount', amount: 2_147_483_647 });
  for (const typed of ['21.474.836,48', '999.999.999.999.999.999,99'])
    expect(readOrderSearch(typed)).toEqual({ kind: 'text', text: typed });
});

test.each(['4990', 'anna', 'A1B2C3D4', '49,9', 'anna 49,90', '12,345'])('%s is a text', (typed) => {
  expect(readOrderSearch(typed)).toMatchObject({ kind: 'text' });
});

test('a text of fewer than three characters is not searched', () => {
  expect(readOrderSearch(' an ')).toBeNull();
  expect(readOrderSearch('ann')).toEqual({ kind: 'text', text: 'ann' });
});
