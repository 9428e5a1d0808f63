import { expect, test } from 'vitest';
import { readRefundKey } from '#core/rules/payments/refund-key.ts';

const id = '019346d0-0000-7000-8000-000000000012';

test.each([
  [`ABC-R-${id}`, { first: `ABC-R-${id}`, id, retries: 0 }],
  [`ABC-R-${id}-1`, { first: `ABC-R-${id}`, id, retries: 1 }],
  [`ABC-R-${id}-12`, { first: `ABC-R-${id}`, id, retries: 12 }],
  ['ABC-1/late', null],
  [`ABC-${id}`, null],
  [`ABC-R-${id}-x`, null],
])('the key %s is read', (key, expected) => {
  expect(readRefundKey(key)).toEqual(expected);
});
