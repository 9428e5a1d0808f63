import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readEuros, writeEuros } from '#back-office/kit/typed-euros.ts';
import { wantedRefund } from '#back-office/orders/refund-dialog.tsx';
import { type Cents, locales } from '#core/model/values.ts';
import { formatPrice } from '#core/rules/basics/money.ts';

test('every formatted amount is parsed to the same amount', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_99 }), fc.constantFrom(...locales), (amount, locale) => {
      expect(readEuros(formatPrice(amount as Cents, locale))).toBe(amount);
      expect(readEuros(writeEuros(amount, locale))).toBe(amount);
    }),
  );
});

test.each(['', '-1', '1e3', '12,345,6', '4,9,0', 'zehn', '12345678'])('%j is not an amount', (typed) => {
  expect(readEuros(typed)).toBeNull();
});

const order = { lines: [{ id: 'one' }, { id: 'other' }] } as unknown as Parameters<typeof wantedRefund>[0];
const part = { isWhole: false, pieces: {}, shipping: false, amount: '', keepsGoods: false };

test.each<[string, Partial<typeof part> & { pieces?: Record<string, number> }, object | null]>([
  ['nothing chosen', {}, null],
  ['an invalid amount', { amount: 'zehn', shipping: true }, null],
  ['pieces', { pieces: { other: 2 } }, { lines: [{ line_id: 'other', quantity: 2 }], amount: null }],
  [
    'money alone',
    { amount: '5' },
    {
      lines: [
        { line_id: 'one', quantity: 0 },
        { line_id: 'other', quantity: 0 },
      ],
      amount: 500,
    },
  ],
  [
    'money for pieces',
    { amount: '5,50', pieces: { one: 1 } },
    { lines: [{ line_id: 'one', quantity: 1 }], amount: 550 },
  ],
  [
    'money for one line',
    { amount: '5', pieces: { other: 0 } },
    { lines: [{ line_id: 'other', quantity: 0 }], amount: 500 },
  ],
  ['money for one line without an amount', { pieces: { other: 0 } }, null],
  ['the same with pieces of another line', { pieces: { other: 2, one: 0 } }, null],
  ['the same with shipping', { pieces: { one: 0 }, shipping: true }, null],
  ['shipping', { shipping: true }, { lines: [], includes_shipping: true }],
  ['everything', { isWhole: true, amount: 'zehn', pieces: { one: 1 } }, { lines: 'all', amount: null }],
])('a refund of %s becomes a request, or none', (_, choice, wanted) => {
  const request = wantedRefund(order, { ...part, ...choice });
  if (wanted === null) expect(request).toBeNull();
  else expect(request).toMatchObject(wanted);
});
