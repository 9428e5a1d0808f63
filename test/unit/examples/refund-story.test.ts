import { fc, test } from '@fast-check/vitest';
import { refundableOrder, refundCommands, runs, startRefunds } from 'meisterhand/arbitraries';
import { sumCents } from 'meisterhand/rules';
import { expect } from 'vitest';

test.prop([refundableOrder, refundCommands], { numRuns: runs(200) })(
  'refunds of one order follow the model, and never give back more than was paid',
  (order, story) => {
    const { model, real } = startRefunds(order);
    // Every command compares what the rules grant with what the model has left.
    fc.modelRun(() => ({ model, real }), story);
    expect(sumCents(real.refunds.map((refund) => refund.card))).toBeLessThanOrEqual(order.card);
    expect(sumCents(real.refunds.map((refund) => refund.credit))).toBeLessThanOrEqual(order.credit);
  },
);
