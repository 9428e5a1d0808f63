import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { isIsbn } from '#core/rules/catalogue/isbn.ts';
import { runs } from '#test/run-length.ts';

/** The first twelve digits of a book's number. */
const begin = fc.stringMatching(/^97[89][0-9]{9}$/);

describe('an ISBN', () => {
  test.each([
    ['978-3-16-148410-0', true],
    ['9783161484100', true],
    ['978-3-16-148410-1', false],
    ['MH-BUCH-0004-5', false],
    ['3-16-148410-X', false],
    ['', false],
  ])('%j: %s', (text, expected) => {
    expect(isIsbn(text)).toBe(expected);
  });

  test.prop([begin], { numRuns: runs(100) })('has exactly one right check digit', (digits) => {
    const right = Array.from({ length: 10 }, (_, digit) => digit).filter((digit) =>
      isIsbn(`${digits}${digit}`),
    );
    expect(right).toHaveLength(1);
  });

  test.prop([begin, fc.integer({ min: 3, max: 11 }), fc.integer({ min: 1, max: 9 })], { numRuns: runs(100) })(
    'with one wrong digit is none',
    (digits, place, change) => {
      const check = Array.from({ length: 10 }, (_, digit) => digit).find((digit) =>
        isIsbn(`${digits}${digit}`),
      );
      const wrong = (Number(digits[place]) + change) % 10;
      expect(isIsbn(`${digits.slice(0, place)}${wrong}${digits.slice(place + 1)}${check}`)).toBe(false);
    },
  );
});
