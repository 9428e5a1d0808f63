import { fc, test } from '@fast-check/vitest';
import { describe, test as example, expect } from 'vitest';
import { cents } from '#core/rules/basics/money.ts';
import { isVatCountry, vatRate } from '#core/rules/basics/vat-rates.ts';
import { includedVat } from '#core/rules/consumer-rights/consumer-rights.ts';
import { runs } from '#test/run-length.ts';
import { billingCountries } from '#ui/components/accounts/address-schema.ts';

const outside = ['CH', 'GB', 'IS', 'LI', 'NO'];
const below = { on: '2026-11-22', oss_from: null };
const oss = { on: '2026-11-22', oss_from: '2026-11-22' };
const dayBefore = { ...oss, on: '2026-11-21' };

describe('VAT of a country', () => {
  test.prop([fc.constantFrom(...billingCountries), fc.constantFrom(oss, below, dayBefore)], {
    numRuns: runs(100),
  })('is 0 outside the EU and more inside, for every country of an invoice', (country, context) => {
    const rate = vatRate('standard', country, context);
    expect(rate > 0).toBe(!outside.includes(country));
    expect(isVatCountry(country)).toBe(rate > 0);
  });

  example('applies while the country is unknown, and not to the name of an object’s property', () => {
    expect([isVatCountry(null), isVatCountry('toString')]).toEqual([true, false]);
  });

  test.prop([fc.constantFrom('AT', 'FR', 'HU', null)], { numRuns: runs(10) })(
    'has the German rate before the one-stop shop begins',
    (country) => {
      expect(vatRate('standard', country, below)).toBe(19);
      expect(vatRate('book', country, below)).toBe(7);
      expect(vatRate('standard', country, dayBefore)).toBe(19);
    },
  );

  example.each([
    ['AT', 20, 10],
    ['FR', 20, 5.5],
    ['FI', 25.5, 13.5],
    ['DE', 19, 7],
    [null, 19, 7],
  ])('has the rates of %s in the one-stop shop: %d and %d for books', (country, standard, book) => {
    expect(vatRate('standard', country, oss)).toBe(standard);
    expect(vatRate('book', country, oss)).toBe(book);
    expect(vatRate('voucher', country, oss)).toBe(0);
  });

  example('changes on its day', () => {
    const on = (day: string) => vatRate('standard', 'EE', { on: day, oss_from: '2021-07-01' });
    expect([on('2025-06-30'), on('2025-07-01')]).toEqual([22, 24]);
    const book = (day: string) => vatRate('book', 'LV', { on: day, oss_from: '2021-07-01' });
    expect([book('2021-12-31'), book('2022-01-01')]).toEqual([12, 5]);
    const german = (day: string) => vatRate('book', 'DE', { on: day, oss_from: null });
    expect([german('2020-06-30'), german('2020-07-01'), german('2021-01-01')]).toEqual([7, 5, 7]);
  });

  test.prop([fc.nat(100_000_000), fc.constantFrom(0, 5.5, 7, 13.5, 19, 25.5)], { numRuns: runs(400) })(
    'is exact to the cent, also for rates with decimals',
    (gross, rate) => {
      expect(includedVat(cents(gross), rate)).toBe(Math.round((gross * rate * 10) / (1000 + rate * 10)));
    },
  );
});
