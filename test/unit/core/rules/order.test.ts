import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { orderTemplateOf } from '#core/rules/order.ts';
import { productKind } from '#test/arbitraries/product.ts';
import { runs } from '#test/run-count.ts';

const given = ['gift', 'voucher'];
const plans = ['membership', 'subscription'];

test.prop([fc.array(productKind, { minLength: 1, maxLength: 5 })], { numRuns: runs(200) })(
  'an order with a plan is confirmed as a subscription, one of gifts alone as gifts, any other as an order',
  (kinds) => {
    const template = orderTemplateOf(kinds);
    expect(template === 'subscription').toBe(kinds.some((kind) => plans.includes(kind)));
    expect(template === 'gift').toBe(kinds.every((kind) => given.includes(kind)));
  },
);
