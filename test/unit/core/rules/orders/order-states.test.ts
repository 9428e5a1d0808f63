import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { isJustBought, orderTemplateOf } from '#core/rules/orders/order-states.ts';
import { productKind } from '#test/arbitraries/arbitrary-product.ts';
import { runs } from '#test/run-length.ts';

const given = ['gift', 'voucher'];
const plans = ['membership', 'subscription'];

test.prop([fc.array(productKind, { minLength: 1, maxLength: 5 })], { numRuns: runs(200) })(
  'an order with a plan is confirmed as a subscription, one of gifts alone as gifts, any other as an order',
  (kinds) => {
    const hasPlan = kinds.some((kind) => plans.includes(kind));
    const ofGifts = kinds.every((kind) => given.includes(kind)) ? 'gift' : 'order';
    expect(orderTemplateOf(kinds)).toBe(hasPlan ? 'subscription' : ofGifts);
  },
);

test.prop(
  [
    fc.date({ noInvalidDate: true, min: new Date('2020-01-01'), max: new Date('2040-01-01') }),
    fc.nat(7_200_000),
  ],
  { numRuns: runs(200) },
)('an order is just bought for one hour after it was completed', (day, later) => {
  const order = { completed_at: day.toISOString() };
  for (const after of [later, 3_599_999, 3_600_000])
    expect(isJustBought(order, day.getTime() + after), `${after} ms`).toBe(after < 3_600_000);
  expect(isJustBought({ completed_at: null }, day.getTime())).toBe(false);
});
