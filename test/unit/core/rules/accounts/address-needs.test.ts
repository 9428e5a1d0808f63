import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { productKinds } from '#core/model/product.ts';
import {
  addressNeed,
  buyerOf,
  needsInvoiceAddress,
  splitStreet,
} from '#core/rules/accounts/address-needs.ts';
import { cents } from '#core/rules/basics/money.ts';
import { legalProfiles } from '#core/rules/consumer-rights/consumer-rights.ts';
import { billingContact, postalAddress } from '#test/arbitraries/arbitrary-address.ts';
import { runs } from '#test/run-length.ts';

test.prop([fc.option(postalAddress), fc.option(billingContact)])(
  'a buyer is named by the address, else by name and country',
  (shipping_address, billing_contact) => {
    expect(buyerOf({ shipping_address, billing_contact })).toBe(shipping_address ?? billing_contact);
  },
);

const amount = fc
  .oneof(fc.integer({ min: 0, max: 60_000 }), fc.integer({ min: 24_998, max: 25_002 }))
  .map(cents);
const line = fc.record({ kind: fc.constantFrom(...productKinds), unit_price: amount });

test.prop([amount, fc.array(line, { maxLength: 4 })], { numRuns: runs(300) })(
  'an invoice needs an address exactly when it or that of a renewal is above the limit',
  (total, lines) => {
    const invoices = [
      total,
      ...lines.filter(({ kind }) => legalProfiles[kind].renews).map(({ unit_price }) => unit_price),
    ];
    expect(needsInvoiceAddress({ total, lines })).toBe(Math.max(...invoices) > 25_000);
  },
);

const shippableLine = fc.record({
  kind: fc.constantFrom(...productKinds),
  unit_price: amount,
  is_shipped: fc.boolean(),
});

describe('what a buyer has to enter', () => {
  test('is name and country for an 89 euro gift, an invoice address above 250 euros, an address for a parcel', () => {
    const gift = { kind: 'gift', unit_price: cents(8_900), is_shipped: false } as const;
    const book = { kind: 'book', unit_price: cents(2_400), is_shipped: true } as const;
    expect(addressNeed({ total: cents(8_900), lines: [gift] })).toBe('contact');
    expect(addressNeed({ total: cents(26_700), lines: [gift] })).toBe('invoice');
    expect(addressNeed({ total: cents(11_300), lines: [gift, book] })).toBe('delivery');
    expect(addressNeed({ total: cents(29_100), lines: [gift, book] })).toBe('delivery');
  });

  test.prop([amount, fc.array(shippableLine, { minLength: 1, maxLength: 4 })], { numRuns: runs(300) })(
    'is an address exactly when a parcel or the invoice needs one',
    (total, lines) => {
      const need = addressNeed({ total, lines });
      expect(need === 'delivery').toBe(lines.some((one) => one.is_shipped));
      expect(need === 'contact').toBe(
        lines.every((one) => !one.is_shipped) && !needsInvoiceAddress({ total, lines }),
      );
    },
  );
});

describe('a street with its house number', () => {
  const name = fc.constantFrom('Lindenstraße', 'Straße des 17. Juni', 'Am Alten Markt', 'Q', 'U 5 Allee');
  const digits = fc.constantFrom('1', '14', '203');
  const letter = fc.constantFrom('', 'a', ' B');
  const second = fc
    .tuple(fc.constantFrom('-', '/', ' - ', '/ ', ' /'), digits, letter)
    .map((parts) => parts.join(''));
  const number = fc.tuple(digits, letter, fc.oneof(fc.constant(''), second)).map((parts) => parts.join(''));
  const blank = fc.constantFrom(' ', '  ', '\t');

  test.prop([name, number, blank], { numRuns: runs(200) })(
    'is split before the number',
    (street, house_number, between) => {
      const split = { street, house_number };
      expect(splitStreet(`${street}${between}${house_number}`)).toEqual(split);
      expect(splitStreet(`${between}${street} ${house_number}${between}`)).toEqual(split);
    },
  );

  test.each([
    'Lindenstraße',
    'Straße des 17. Juni',
    '17. Juni 5',
    '14',
    'Ring14',
    'Ring x',
    'Ring 14 ab',
    'Ring 14 - b',
    'Ring 14 Hof',
  ])('is not split when it is %s', (typed) => {
    expect(splitStreet(typed)).toBeNull();
  });
});
