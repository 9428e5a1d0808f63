import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { isIsbn } from '#core/rules/catalogue/isbn.ts';
import { runs } from '#test/run-length.ts';

/** The first twelve digits of a book's number. */
const begin = fc.stringMatching(/^97[89][0-9]{9}$/);

/** Returns the check digits with which these twelve digits are an ISBN. */
const checkDigits = (digits: string) => [...'0123456789'].filter((digit) => isIsbn(digits + digit));

describe('an ISBN', () => {
  test.each([
    ['978-3-16-148410-0', true],
    ['9783161484100', true],
    ['978-3-16-148410-1', false],
    ['MH-BUCH-0004-5', false],
    ['3-16-148410-X', false],
    ['', false],
  ])('is %j: %s', (text, expected) => {
    expect(isIsbn(text)).toBe(expected);
  });

  test.prop([begin], { numRuns: runs(100) })('has exactly one right check digit', (digits) => {
    expect(checkDigits(digits)).toHaveLength(1);
  });

  test.prop([begin, fc.integer({ min: 3, max: 11 }), fc.integer({ min: 1, max: 9 })], { numRuns: runs(100) })(
    'is invalid with one wrong digit',
    (digits, place, change) => {
      const [check] = checkDigits(digits);
      const wrong = (Number(digits[place]) + change) % 10;
      expect(isIsbn(`${digits.slice(0, place)}${wrong}${digits.slice(place + 1)}${check}`)).toBe(false);
    },
  );
});
