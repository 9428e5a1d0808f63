import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { cents } from '#core/rules/basics/money.ts';
import { priceCart } from '#core/rules/carts/cart-pricing.ts';
import { availableBalance, payingSource } from '#core/rules/coupons/credit.ts';
import { pricingInput } from '#test/arbitraries/arbitrary-coupon.ts';
import { runs } from '#test/run-length.ts';

const sourceOf = (id: string) =>
  fc.option(
    fc.integer({ min: 0, max: 20_000 }).map((balance) => ({ id, balance: cents(balance) })),
    { nil: null },
  );
const kindOfMoney = fc.record({ voucher: sourceOf('voucher'), credit: sourceOf('credit') });

type Money = { readonly voucher: Source | null; readonly credit: Source | null };
type Source = Parameters<typeof availableBalance>[0][number];

const present = (sources: readonly (Source | null)[]) => sources.filter((source) => source !== null);

test.prop([pricingInput, kindOfMoney, kindOfMoney], { numRuns: runs(500) })(
  'a voucher never increases the amount due, and one source of each kind can pay its part',
  (input, paid, promotional) => {
    const priceWith = (sources: (money: Money) => readonly Source[]) =>
      priceCart({
        ...input,
        credit_balance: availableBalance(sources(paid)),
        promotional_balance: availableBalance(sources(promotional)),
      });
    const both = ({ voucher, credit }: Money) => present([voucher, credit]);
    const typed = priceWith(both);
    const without = priceWith(({ credit }) => present([credit]));
    expect(typed.amount_due).toBeLessThanOrEqual(without.amount_due);
    const parts = [
      [promotional, typed.promotional_credit],
      [paid, typed.credit - typed.promotional_credit],
    ] as const;
    for (const [money, amount] of parts) {
      const source = payingSource(both(money), amount);
      expect(source === null).toBe(amount === 0);
      expect(source?.balance ?? 0).toBeGreaterThanOrEqual(amount);
      if (amount > 0 && (money.voucher?.balance ?? 0) >= amount) expect(source?.id).toBe('voucher');
    }
  },
);
