import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { isPostalCode, postalCodeExample } from '#core/rules/accounts/postal-codes.ts';
import { postalAddress } from '#test/arbitraries/arbitrary-address.ts';
import { runs } from '#test/run-length.ts';
import { billingCountries } from '#ui/components/accounts/address-schema.ts';

describe('a postal code', () => {
  test.prop(
    [
      fc.constantFrom(['DE', 5] as const, ['AT', 4] as const, ['CH', 4] as const),
      fc.stringMatching(/^[0-9]{1,7}$/),
    ],
    { numRuns: runs(300) },
  )('has 5 digits in Germany, 4 in Austria and Switzerland', ([country, digits], code) => {
    expect(isPostalCode(code, country)).toBe(code.length === digits);
    expect(isPostalCode(` ${code} `, country)).toBe(code.length === digits);
    expect(isPostalCode(`${code.slice(1)}x`, country)).toBe(false);
  });

  test.prop([postalAddress], { numRuns: runs(200) })('of an address fits its country', (address) => {
    expect(isPostalCode(address.postal_code, address.country)).toBe(true);
  });

  test.each([
    ['1234५', 'DE', false],
    ['12 345', 'DE', false],
    ['D-12345', 'DE', false],
    ['', 'DE', false],
    ['SW1A 1AA', 'GB', true],
    ['1012 AB', 'NL', true],
    ['', 'GB', false],
    ['-', 'GB', false],
    ['1234567890123', 'GB', false],
    ['12345', 'constructor', true],
    ['00950', 'PL', true],
    ['00-95', 'PL', false],
    ['11129', 'SE', true],
    ['111 2', 'SE', false],
    ['1050', 'LV', true],
    ['LT-1050', 'LV', false],
    ['SW1A1AA', 'GB', true],
    ['12345', 'GB', false],
    ['1012', 'NL', false],
  ])('%j is accepted in %s: %s', (code, country, expected) => {
    expect(isPostalCode(code, country)).toBe(expected);
  });

  test.each(billingCountries)('of %s has an example that fits the country', (country) => {
    const example = postalCodeExample(country) ?? '';
    expect(isPostalCode(example, country)).toBe(true);
    expect(isPostalCode(example.toLowerCase(), country)).toBe(true);
    expect(isPostalCode(`${example}0000`, country)).toBe(false);
    expect(isPostalCode('x', country)).toBe(false);
  });

  test('of a country with an unknown format has no example', () => {
    expect([postalCodeExample('US'), postalCodeExample('constructor')]).toEqual([null, null]);
    expect(isPostalCode('10001', 'US')).toBe(true);
  });
});
