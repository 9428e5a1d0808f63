import fc from 'fast-check';
import { expect, test } from 'vitest';
import { couponRefusals } from '#core/model/coupon.ts';
import { calendarDay as dayAt } from '#core/rules/basics/calendar.ts';
import { latestVat, vatRate } from '#core/rules/basics/vat-rates.ts';
import { priceCart } from '#core/rules/carts/cart-pricing.ts';
import { validateCoupon } from '#core/rules/coupons/discounts.ts';
import { planRefund } from '#core/rules/payments/refund.ts';
import { calendarDay } from '#test/arbitraries/arbitrary-calendar.ts';
import { pricingLines } from '#test/arbitraries/arbitrary-cart.ts';
import { coupon, couponLines, pricedAt, pricingInput } from '#test/arbitraries/arbitrary-coupon.ts';
import { returnPath } from '#test/arbitraries/arbitrary-navigation.ts';
import { refundableOrder, refundRequest } from '#test/arbitraries/arbitrary-order.ts';
import { cart } from '#test/arbitraries/arbitrary-priced-cart.ts';

/** Returns for each condition the percentage of generated values that meet it. */
function shares<Value>(
  arbitrary: fc.Arbitrary<Value>,
  conditions: Readonly<Record<string, (value: Value) => boolean>>,
): readonly (readonly [name: string, percent: number])[] {
  const values = fc.sample(arbitrary, { numRuns: 2_000, seed: 20_261_123 });
  return Object.entries(conditions).map(([name, holds]) => [name, values.filter(holds).length / 20]);
}

const checkedCoupon = fc
  .record({ coupon, lines: couponLines, campaign: fc.constantFrom(null, 'herbst', 'winter') })
  .map(({ coupon: one, ...situation }) => validateCoupon(one, { now: pricedAt, ...situation }));

const priced = pricingInput.map((input) => ({ input, cart: priceCart(input) }));

/** Returns whether the day or the one-stop shop changes the VAT rate of books for the country. */
const differs = ({
  input: { country, now, oss_from = null },
}: typeof priced extends fc.Arbitrary<infer One> ? One : never) => {
  const on = dayAt(now);
  return {
    byDay:
      vatRate('book', country, { on, oss_from }) !== vatRate('book', country, { ...latestVat, oss_from }),
    byShop: vatRate('book', country, { on, oss_from }) !== vatRate('book', country, { on, oss_from: null }),
  };
};

const refund = fc.record({ order: refundableOrder, request: refundRequest });

test.each([
  ...shares(calendarDay, {
    'last day of a month or 29 February': (day) =>
      new Date(Date.parse(day) + 86_400_000).getUTCDate() === 1 || day.endsWith('-02-29'),
  }),
  ...shares(pricingLines, {
    'a printed gift, so that a parcel goes out': (lines) =>
      lines.some(({ custom_properties }) => custom_properties.delivery === 'parcel'),
    'no lines': (lines) => lines.length === 0,
  }),
  ...shares(cart, {
    'a cart with a bundle': ({ discounts }) => discounts.bundles.length > 0,
    'a cart with a code that does not count': ({ code_error }) => code_error !== null,
    'a cart with credit': ({ credit }) => credit > 0,
    'a cart whose shipping is not known yet': ({ shipping_cost }) => shipping_cost === null,
  }),
  ...shares(checkedCoupon, {
    'valid for the cart': ({ ok }) => ok,
    ...Object.fromEntries(
      couponRefusals
        .filter((refusal) => refusal !== 'UNKNOWN')
        .map((refusal) => [
          `\`${refusal}\``,
          (checked: ReturnType<typeof validateCoupon>) => !checked.ok && checked.error === refusal,
        ]),
    ),
  }),
  ...shares(priced, {
    'an offer takes effect': (one) => one.cart.discounts.bundles.length > 0,
    'a coupon counts': (one) => one.cart.code !== null && one.cart.code_error === null,
    'an unknown code': (one) => one.cart.code_error === 'UNKNOWN',
    'both together': (one) =>
      one.cart.discounts.bundles.length > 0 && one.cart.code !== null && one.cart.code_error === null,
    'credit pays': (one) => one.cart.credit > 0,
    'promotional credit pays': (one) => one.cart.promotional_credit > 0,
    'outside of the EU': ({ input }) => input.country === 'CH',
    'the day decides on a rate of VAT': (one) => differs(one).byDay,
    'the one-stop shop decides on a rate of VAT': (one) => differs(one).byShop,
  }),
  ...shares(refund, {
    'a refund is possible': ({ order, request }) => planRefund(order, [], request) !== null,
    'a refund is refused': ({ order, request }) => planRefund(order, [], request) === null,
  }),
  ...shares(returnPath, { '`//` inside': (path) => path.includes('//') }),
])('%s: in at least 5 of 100 inputs', (_name, percent) => {
  expect(percent).toBeGreaterThanOrEqual(5);
});
