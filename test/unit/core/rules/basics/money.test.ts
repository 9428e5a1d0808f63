import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { locales } from '#core/model/values.ts';
import { cents, formatPrice, lineTotal, partOf, percentOf, sumCents } from '#core/rules/basics/money.ts';
import { runs } from '#test/run-length.ts';

const amount = fc.oneof(fc.integer({ min: -200, max: 200 }), fc.integer()).map(cents);

describe('cents', () => {
  test.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('refuses %s', (value) => {
    expect(() => cents(value)).toThrow(RangeError);
  });

  test('turns -0 into 0', () => {
    expect(Object.is(cents(-0), 0)).toBe(true);
  });
});

describe('sums, products and parts', () => {
  test('are exact, and the sum of no amounts is 0', () => {
    expect(sumCents([])).toBe(0);
    expect(sumCents([cents(199), cents(-99)])).toBe(100);
    expect(lineTotal(cents(1990), 3)).toBe(5970);
  });

  test.each([
    [10, 5, 1],
    [10, 4, 0],
    [-10, 5, -1],
    [-10, 4, 0],
    [250, 1, 3],
    [1, 50, 1],
    [1, 49, 0],
  ])('%i cents at %i percent are %i: half a cent is rounded away from zero', (value, percent, expected) => {
    expect(percentOf(cents(value), percent)).toBe(expected);
  });

  test.prop([amount, fc.nat(1000), fc.integer({ min: 1, max: 1000 })], { numRuns: runs(300) })(
    'differ from the exact part by half a cent at most',
    (value, numerator, denominator) => {
      const part = partOf(value, numerator, denominator);
      const distance = BigInt(part) * BigInt(denominator) - BigInt(value) * BigInt(numerator);
      expect(2n * (distance < 0n ? -distance : distance)).toBeLessThanOrEqual(BigInt(denominator));
    },
  );

  test.each([
    [0.5, 1],
    [1, 0],
    [1, -2],
    [1, 1.5],
  ])('refuse the part %d/%d', (numerator, denominator) => {
    expect(() => partOf(cents(1), numerator, denominator)).toThrow(/^A part needs/);
  });
});

describe('formatPrice', () => {
  test.each([
    [890, '8,90\u00a0€', '€8.90'],
    [0, '0,00\u00a0€', '€0.00'],
    [5, '0,05\u00a0€', '€0.05'],
    [100_000, '1.000,00\u00a0€', '€1,000.00'],
    [-123_456_789, '\u22121.234.567,89\u00a0€', '\u2212€1,234,567.89'],
  ])('writes %i cents', (value, german, english) => {
    expect(formatPrice(cents(value), 'de')).toBe(german);
    expect(formatPrice(cents(value), 'en')).toBe(english);
  });

  const formats = {
    de: new Intl.NumberFormat('de-DE', { style: 'currency', currency: 'EUR' }),
    en: new Intl.NumberFormat('en-US', { style: 'currency', currency: 'EUR' }),
  };
  test.prop([fc.integer({ min: -100_000_000, max: 1_000_000_000 }), fc.constantFrom(...locales)], {
    numRuns: runs(500),
  })(
    'writes what the number formats of de-DE and en-US write, with a minus sign in place of their hyphen',
    (value, locale) => {
      expect(formatPrice(cents(value), locale)).toBe(
        formats[locale].format(value / 100).replace('-', '\u2212'),
      );
    },
  );
});
