import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { type ProductKind, productKinds } from '#core/model/product.ts';
import { cents } from '#core/rules/basics/money.ts';
import { vatRate } from '#core/rules/basics/vat-rates.ts';
import { vatShares } from '#core/rules/carts/vat.ts';
import {
  includedVat,
  legalProfiles,
  needsWaiver,
  offersEarlyStart,
  quantityLimit,
  waiverKeys,
} from '#core/rules/consumer-rights/consumer-rights.ts';
import { productKind } from '#test/arbitraries/arbitrary-product.ts';

describe('the legal profile of', () => {
  test.each<[ProductKind, number, boolean, string, string | null, boolean, boolean, number | null]>([
    // Columns: kind, VAT rate, shipped, start of the withdrawal period, waiver, fixed price, renews, quantity limit
    ['course', 19, false, 'contract', 'digital_content', false, false, 1],
    ['book', 7, true, 'delivery', null, true, false, null],
    ['gift', 19, false, 'contract', 'code', false, false, null],
    ['voucher', 0, false, 'contract', null, false, false, null],
    ['gift_box', 19, true, 'delivery', null, false, false, null],
    ['membership', 19, false, 'contract', null, false, true, 1],
    ['subscription', 19, false, 'contract', null, false, true, 1],
  ])('%s', (kind, vat_rate, is_shipped, starts_with, waiver_key, is_fixed_price, renews, max_quantity) => {
    expect(vatRate(legalProfiles[kind].vat_class, 'DE')).toBe(vat_rate);
    expect(legalProfiles[kind]).toMatchObject({
      is_shipped,
      withdrawal: { days: 14, starts_with, waiver_key, is_paid_pro_rata: renews },
      is_fixed_price,
      renews,
      max_quantity,
    });
  });

  test('goods are delivered by parcel, codes by mail, the rest at once', () => {
    const notes = Object.fromEntries(productKinds.map((kind) => [kind, legalProfiles[kind].delivery_note]));
    expect(notes).toEqual({
      course: 'at_once',
      book: 'parcel',
      gift: 'by_mail',
      voucher: 'by_mail',
      gift_box: 'parcel',
      membership: 'at_once',
      subscription: 'at_once',
    });
  });
});

describe('VAT', () => {
  test.each([
    [11_900, 19, 1900],
    [-11_900, 19, -1900],
  ])('contained in %i at %i %% is %i', (gross, rate, expected) => {
    expect(includedVat(cents(gross), rate)).toBe(expected);
  });

  const book = { kind: 'book', is_shipped: true, price: cents(3000), discount: cents(0) } as const;
  const box = { kind: 'gift_box', is_shipped: true, price: cents(2000), discount: cents(1000) } as const;
  const course = { kind: 'course', is_shipped: false, price: cents(9900), discount: cents(0) } as const;

  test('of shipping has the rates of the goods, by their value after discounts', () => {
    expect(vatShares([book, box, course], cents(400), 'AT')).toEqual([
      { rate: 19, gross: 1000 + 100 + 9900, vat: 1756 },
      { rate: 7, gross: 3300, vat: 216 },
    ]);
  });

  test('of shipping has the rates of the goods by their price, when a coupon made them free', () => {
    expect(vatShares([{ ...book, discount: cents(3000) }, course], cents(499), 'AT')).toEqual([
      { rate: 19, gross: 9900, vat: 1581 },
      { rate: 7, gross: 499, vat: 33 },
    ]);
  });

  test.each([
    ['AT', 19],
    ['CH', 0],
  ])('of a parcel without value to %s is at %i %%', (country, rate) => {
    expect(vatShares([{ ...book, price: cents(0) }], cents(499), country)).toMatchObject([
      { rate, gross: 499 },
    ]);
  });
});

describe('limits and consent', () => {
  test.prop([productKind, fc.option(fc.integer({ min: 1, max: 20 }))])(
    'the limit is the lower one of kind and catalogue',
    (kind, catalogue) => {
      const limits = [legalProfiles[kind].max_quantity, catalogue].filter((limit) => limit !== null);
      expect(quantityLimit(kind, catalogue)).toBe(limits.length === 0 ? null : Math.min(...limits));
    },
  );

  test('consent to lose the right of withdrawal is asked for courses and codes', () => {
    expect(productKinds.filter((kind) => needsWaiver([kind]))).toEqual(['course', 'gift']);
    expect(waiverKeys(['voucher', 'gift', 'course'])).toEqual(['digital_content', 'code']);
    expect(productKinds.filter((kind) => offersEarlyStart([kind]))).toEqual(['membership', 'subscription']);
    expect(needsWaiver(['book', 'course'])).toBe(true);
    expect(needsWaiver([])).toBe(false);
  });
});
