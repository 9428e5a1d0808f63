import { fc, test } from '@fast-check/vitest';
import { pricingInput, runs } from 'meisterhand/arbitraries';
import { cents, priceCart } from 'meisterhand/rules';
import { expect } from 'vitest';

const balance = fc.nat(50_000).map(cents);

test.prop([pricingInput, balance], { numRuns: runs(200) })(
  'more credit never changes the total, and never raises what is due',
  (input, more) => {
    const before = priceCart(input);
    const after = priceCart({ ...input, credit_balance: cents(input.credit_balance + more) });
    expect(after.total).toBe(before.total);
    expect(after.amount_due).toBeLessThanOrEqual(before.amount_due);
    expect(after.amount_due).toBe(after.total - after.credit);
  },
);
