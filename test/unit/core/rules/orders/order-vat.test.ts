import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import type { ProductKind } from '#core/model/product.ts';
import { cents, sumCents } from '#core/rules/basics/money.ts';
import { priceCart } from '#core/rules/carts/cart-pricing.ts';
import { promotionalParts, splitVat, vatShares } from '#core/rules/carts/vat.ts';
import { includedVat } from '#core/rules/consumer-rights/consumer-rights.ts';
import { pricingInput } from '#test/arbitraries/arbitrary-coupon.ts';
import { runs } from '#test/run-length.ts';

const noon = (day: string) => Date.parse(`${day}T12:00:00+01:00`);

/** Days on both sides of changed rates, and of the first day of the one-stop shop. */
const when = fc.record({
  day: fc.constantFrom(
    '2020-06-30',
    '2020-07-01',
    '2020-12-31',
    '2021-01-01',
    '2025-12-31',
    '2026-01-01',
    '2026-11-21',
  ),
  oss_from: fc.constantFrom(null, '2020-07-01', '2026-01-01', '2026-11-22'),
  country: fc.constantFrom(null, 'DE', 'AT', 'CH', 'FI', 'SK'),
});

const taxed = (kind: ProductKind, price: number, is_shipped = false, discount = 0) => ({
  kind,
  is_shipped,
  price: cents(price),
  discount: cents(discount),
});

describe('the VAT of an order', () => {
  test.prop([pricingInput, when], { numRuns: runs(1_000) })(
    'is the VAT of its lines and its shipping, to the cent, on every day and in every country',
    (input, { day, oss_from, country }) => {
      const priced = priceCart({ ...input, now: noon(day), oss_from, country });
      const shipping = priced.shipping_cost ?? cents(0);
      expect(priced.subtotal - priced.discounts.total + shipping, 'sums of lines').toBe(priced.total);
      expect(priced.promotional_credit + sumCents(priced.vat_shares.map(({ gross }) => gross))).toBe(
        priced.total,
      );
      const ofShipping = priced.included_vat - sumCents(priced.line_vat);
      expect(ofShipping, 'VAT of shipping').toBeGreaterThanOrEqual(0);
      if (shipping === 0) expect(ofShipping, 'VAT without shipping').toBe(0);
      else expect(ofShipping, 'VAT of shipping').toBeLessThanOrEqual(includedVat(shipping, 27) + 1);
      for (const [index, vat] of priced.line_vat.entries()) {
        const line = priced.products[index];
        const discount = priced.discounts.lines.find(({ line_id }) => line_id === line?.line_id)?.amount ?? 0;
        const most = includedVat(cents((line?.price ?? 0) - discount), 27);
        expect(vat, 'VAT of a line').toBeLessThanOrEqual(most + 1);
        if (line?.product_data.kind === 'voucher') expect(vat, 'VAT of a voucher').toBe(0);
      }
    },
  );

  test.prop([
    fc.array(
      fc.tuple(fc.constantFrom('course', 'book', 'voucher', 'gift_box'), fc.nat(20_000), fc.nat(100)),
      { minLength: 1, maxLength: 5 },
    ),
    fc.constantFrom(0, 499),
    when,
  ])(
    'is split over lines and shipping: each part is its own VAT but for the cent of rounding',
    (drawn, cost, { day, oss_from, country }) => {
      const lines = drawn.map(([kind, price, off]) =>
        taxed(kind as ProductKind, price, kind !== 'course', Math.floor((price * off) / 100)),
      );
      const context = { on: day, oss_from };
      const split = splitVat(lines, cents(cost), country, context);
      const whole = sumCents(split.shares.map(({ vat }) => vat));
      expect(sumCents(split.lines) + split.shipping).toBe(whole);
      for (const [index, line] of lines.entries()) {
        const [own] = vatShares([{ ...line, is_shipped: false }], cents(0), country, context);
        const exact = own === undefined ? 0 : (own.gross * own.rate) / (100 + own.rate);
        expect(Math.abs((split.lines[index] ?? 0) - exact), `VAT of line ${index}`).toBeLessThan(2);
      }
    },
  );

  test('is that of what is paid for: promotional credit lowers it like a coupon, paid credit does not', () => {
    const [course, book] = [taxed('course', 10_000), taxed('book', 2_000, true)];
    const promotable = [course, book].map((line) => ({ ...line, is_promotable: line.kind !== 'book' }));
    const { lines, shipping } = promotionalParts(promotable, cents(499), cents(1_900));
    expect([lines, shipping]).toEqual([[1_900, 0], 0]);
    const lowered = vatShares([{ ...course, discount: cents(1_900) }, book], cents(499), 'AT');
    expect(lowered).toEqual([
      { rate: 19, gross: 8_100, vat: 1_293 },
      { rate: 7, gross: 2_499, vat: 163 },
    ]);
  });

  test('of shipping with a book at 0 % is 0, too: it is a part of that supply', () => {
    const context = { on: '2026-11-21', oss_from: '2026-01-01' };
    const { shares } = splitVat([taxed('book', 2_000, true)], cents(499), 'IE', context);
    expect(shares).toEqual([{ rate: 0, gross: 2_499, vat: 0 }]);
  });

  test.each([
    [null, 'DE', [{ rate: 19, gross: 499, vat: 80 }]],
    [null, 'AT', [{ rate: 19, gross: 499, vat: 80 }]],
    ['2026-11-21', 'AT', [{ rate: 20, gross: 499, vat: 83 }]],
    ['2026-11-22', 'AT', [{ rate: 19, gross: 499, vat: 80 }]],
    [null, 'CH', []],
  ])(
    'of a printed voucher is the standard rate of its shipping (OSS from %s, to %s)',
    (oss_from, country, expected) => {
      const context = { on: '2026-11-21', oss_from };
      const voucher = taxed('voucher', 5_000, true);
      const { shares, lines, shipping } = splitVat([voucher], cents(499), country, context);
      expect(shares.filter(({ rate }) => rate > 0)).toEqual(expected);
      expect(lines).toEqual([0]);
      expect(shipping).toBe(expected[0]?.vat ?? 0);
      // Beside a book each bears its part, in proportion to the value.
      const both = splitVat([voucher, taxed('book', 5_000, true)], cents(500), 'DE', context).shares;
      expect(both).toEqual([
        { rate: 19, gross: 250, vat: 40 },
        { rate: 7, gross: 5_250, vat: 343 },
        { rate: 0, gross: 5_000, vat: 0 },
      ]);
    },
  );
});
