import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import type { BundleLine } from '#core/rules/bundle-offer.ts';
import { bundleSavings, fitsCart, isOfferable } from '#core/rules/bundle-offer.ts';
import { cents } from '#core/rules/money.ts';
import { bundleOffer, pricingLines } from '#test/arbitraries/cart.ts';
import { runs } from '#test/run-count.ts';

const course: BundleLine = {
  product_id: 'course',
  kind: 'course',
  unit_price: cents(9000),
  quantity: 1,
  is_price_bound: false,
};
const box: BundleLine = {
  ...course,
  product_id: 'box',
  kind: 'gift_box',
  unit_price: cents(3000),
  quantity: 3,
};
const gift: BundleLine = { ...course, product_id: 'gift', kind: 'gift', quantity: 2 };
const book: BundleLine = { ...box, product_id: 'book', kind: 'book', is_price_bound: true };
const voucher: BundleLine = { ...box, product_id: 'voucher', kind: 'voucher' };
const offer = { id: 'pair', product_ids: ['course', 'box'], price: cents(10_000) };

describe('an offer', () => {
  test.each([
    ['two products, cheaper together', offer, true],
    ['not cheaper', { ...offer, price: cents(12_000) }, false],
    ['with a price-bound book', { ...offer, product_ids: ['course', 'book'] }, false],
    ['with a voucher', { ...offer, product_ids: ['course', 'voucher'] }, false],
    ['with an unknown product', { ...offer, product_ids: ['course', 'car'] }, false],
    ['of one product', { ...offer, product_ids: ['course'], price: cents(1) }, false],
    ['naming a product twice', { ...offer, product_ids: ['box', 'box'], price: cents(1) }, false],
  ])('may be made: %s', (_, given, expected) => {
    expect(isOfferable(given, [course, box, book, voucher])).toBe(expected);
  });

  test('suits a cart that holds a part of it, but not all', () => {
    expect(fitsCart(offer, ['course', 'book'])).toBe(true);
    expect(fitsCart(offer, ['course', 'box'])).toBe(false);
    expect(fitsCart(offer, ['book'])).toBe(false);
  });
});

describe('what offers take off', () => {
  test('counts once per full set, split by unit price', () => {
    expect(bundleSavings([offer], [course, box])).toEqual([1500, 500]);
    expect(bundleSavings([{ ...offer, product_ids: ['gift', 'box'] }], [gift, box])).toEqual([3000, 1000]);
    expect(bundleSavings([offer], [box])).toEqual([0]);
    expect(bundleSavings([], [course, box])).toEqual([0, 0]);
  });

  test('uses each unit once, the earlier offer first', () => {
    const other = { id: 'other', product_ids: ['gift', 'course'], price: cents(17_000) };
    expect(bundleSavings([offer, other], [course, box, gift])).toEqual([1500, 500, 0]);
    expect(bundleSavings([other, offer], [course, box, gift])).toEqual([500, 0, 500]);
  });

  test.prop([fc.array(bundleOffer, { maxLength: 4 }), pricingLines], { numRuns: runs(300) })(
    'never takes more off a line than it costs, and nothing off books and vouchers',
    (offers, lines) => {
      const given = lines.map(({ product: { product_id, product_data }, quantity }) => ({
        product_id,
        kind: product_data.kind,
        unit_price: product_data.price,
        quantity,
        is_price_bound: product_data.is_price_bound,
      }));
      for (const [index, saving] of bundleSavings(offers, given).entries()) {
        const line = given[index];
        const most =
          line === undefined || line.is_price_bound || line.kind === 'voucher'
            ? 0
            : line.unit_price * line.quantity;
        expect(saving).toBeGreaterThanOrEqual(0);
        expect(saving).toBeLessThanOrEqual(most);
      }
    },
  );
});
