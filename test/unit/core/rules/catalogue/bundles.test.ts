import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { cents, sumCents } from '#core/rules/basics/money.ts';
import {
  type BundleLine,
  bundleSavings,
  fitsCart,
  isOfferable,
  offersOfCart,
} from '#core/rules/catalogue/bundles.ts';
import { pricingLines } from '#test/arbitraries/arbitrary-cart.ts';
import { bundleOffer, bundleOfferOf } from '#test/arbitraries/arbitrary-coupon.ts';
import { runs } from '#test/run-length.ts';

const course: BundleLine = {
  product_id: 'course',
  kind: 'course',
  unit_price: cents(9000),
  quantity: 1,
  is_fixed_price: false,
};
const box: BundleLine = {
  ...course,
  product_id: 'box',
  kind: 'gift_box',
  unit_price: cents(3000),
  quantity: 3,
};
const gift: BundleLine = { ...course, product_id: 'gift', kind: 'gift', quantity: 2 };
const book: BundleLine = { ...box, product_id: 'book', kind: 'book', is_fixed_price: true };
const voucher: BundleLine = { ...box, product_id: 'voucher', kind: 'voucher' };
const offer = { id: 'pair', product_ids: ['course', 'box'], price: cents(10_000) };

describe('an offer', () => {
  test.each([
    ['two products, cheaper together', offer, true],
    ['not cheaper', { ...offer, price: cents(12_000) }, false],
    ['with a fixed-price book', { ...offer, product_ids: ['course', 'book'] }, false],
    ['with a voucher', { ...offer, product_ids: ['course', 'voucher'] }, false],
    ['with an unknown product', { ...offer, product_ids: ['course', 'car'] }, false],
    ['of one product', { ...offer, product_ids: ['course'], price: cents(1) }, false],
    ['naming a product twice', { ...offer, product_ids: ['box', 'box'], price: cents(1) }, false],
  ])('is valid or not: %s', (_, given, expected) => {
    expect(isOfferable(given, [course, box, book, voucher])).toBe(expected);
  });

  test('fits a cart with some of its products, but not all', () => {
    expect(fitsCart(offer, ['course', 'book'])).toBe(true);
    expect(fitsCart(offer, ['course', 'box'])).toBe(false);
    expect(fitsCart(offer, ['book'])).toBe(false);
  });
});

test('the offers of a cart are those of its products, once each, in the order of their ids', () => {
  const other = { ...offer, id: 'duet', product_ids: ['box', 'gift'] };
  const newer = { ...offer, price: cents(9500) };
  expect(offersOfCart([offer, other, newer], ['box', 'book'])).toEqual([other, newer]);
  expect(offersOfCart([offer, other], ['gift'])).toEqual([other]);
  expect(offersOfCart([offer, other], [])).toEqual([]);
});

/** Generates lines with bundle offers, many of which apply to these lines. */
const offersAndLines = pricingLines.chain((lines) =>
  fc.tuple(fc.array(fc.oneof(bundleOffer, bundleOfferOf(lines)), { maxLength: 4 }), fc.constant(lines)),
);

function savingsOf(...given: Parameters<typeof bundleSavings>) {
  return bundleSavings(...given).lines;
}

describe('the savings of bundle offers', () => {
  test('are listed for each offer that applies, and add up to the savings of the lines', () => {
    const other = { id: 'quartet', product_ids: ['gift', 'box'], price: cents(11_000) };
    const { lines, offers } = bundleSavings([other, offer], [course, box, gift]);
    expect(offers.map((one) => [one.offer.id, one.amount])).toEqual([
      ['pair', 2000],
      ['quartet', 2000],
    ]);
    expect(sumCents([...lines])).toBe(4000);
    expect(bundleSavings([offer], [box]).offers).toEqual([]);
  });

  test('count once per complete set, and are split by unit price', () => {
    expect(savingsOf([offer], [course, box])).toEqual([1500, 500]);
    expect(savingsOf([{ ...offer, product_ids: ['gift', 'box'] }], [gift, box])).toEqual([3000, 1000]);
    expect(savingsOf([offer], [box])).toEqual([0]);
    expect(savingsOf([], [course, box])).toEqual([0, 0]);
  });

  test('use each piece once, first for the offer with the first id, in any order of the list', () => {
    const other = { id: 'quartet', product_ids: ['gift', 'course'], price: cents(17_000) };
    expect(savingsOf([offer, other], [course, box, gift])).toEqual([1500, 500, 0]);
    expect(savingsOf([other, offer], [course, box, gift])).toEqual([1500, 500, 0]);
    expect(savingsOf([{ ...other, id: 'duet' }, offer], [course, box, gift])).toEqual([500, 0, 500]);
  });

  test.prop([offersAndLines], { numRuns: runs(300) })(
    'are at most the price of a line, and 0 for fixed-price books and vouchers',
    ([offers, lines]) => {
      const given = lines.map(({ product: { product_id, product_data }, quantity }) => ({
        product_id,
        kind: product_data.kind,
        unit_price: product_data.price,
        quantity,
        is_fixed_price: product_data.is_fixed_price,
      }));
      for (const [index, saving] of savingsOf(offers, given).entries()) {
        const line = given[index];
        const most =
          line === undefined || line.is_fixed_price || line.kind === 'voucher'
            ? 0
            : line.unit_price * line.quantity;
        expect(saving).toBeGreaterThanOrEqual(0);
        expect(saving).toBeLessThanOrEqual(most);
      }
    },
  );
});
