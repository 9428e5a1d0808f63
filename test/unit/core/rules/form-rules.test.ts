import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { normaliseEmail } from '#core/rules/email-address.ts';
import { isPostalCode } from '#core/rules/postal-code.ts';
import { runs } from '#test/run-count.ts';

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
  ])('%j in %s: %s', (code, country, expected) => {
    expect(isPostalCode(code, country)).toBe(expected);
  });
});

describe('an e-mail address', () => {
  test.prop([fc.emailAddress(), fc.constantFrom('', ' ', '\t')], { numRuns: runs(100) })(
    'is compared without blanks and case',
    (email, blank) => {
      const normal = normaliseEmail(email);
      expect(normaliseEmail(`${blank}${email.toUpperCase()}${blank}`)).toBe(normal);
      expect(normaliseEmail(normal)).toBe(normal);
      expect(normal).toBe(email.toLowerCase());
    },
  );

  test('is one address in both ways of writing an umlaut', () => {
    expect(normaliseEmail('Mu\u0308ller@example.org')).toBe(normaliseEmail('müller@example.org'));
  });
});
