import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { cardTypeTable } from '#adapters/payments/sandbox/gateway/browser/card-types.ts';
import {
  checkCardholderName,
  checkCvv,
  checkExpiration,
  checkNumber,
  digitsOf,
  parseExpiration,
  passesLuhn,
} from '#adapters/payments/sandbox/gateway/browser/card-validity.ts';
import { testCards } from '#adapters/payments/sandbox/gateway/browser/test-cards.ts';
import { cardTypes } from '#core/model/payment.ts';
import { runs } from '#test/run-count.ts';

const digit = fc.constantFrom(...'0123456789');
const digits = fc.string({ unit: digit, maxLength: 19 });
const today = { year: 2026, month: 11 };

describe('the check digit', () => {
  test.prop([fc.string({ unit: digit, minLength: 1, maxLength: 18 })], { numRuns: runs(200) })(
    'exactly one of ten last digits fits',
    (start) => {
      expect([...'0123456789'].filter((last) => passesLuhn(start + last))).toHaveLength(1);
    },
  );

  test.prop([fc.constantFrom(...testCards), fc.nat(14), digit], { numRuns: runs(200) })(
    'one wrong digit is noticed',
    ({ number }, place, wrong) => {
      const changed = number.slice(0, place) + wrong + number.slice(place + 1);
      expect(passesLuhn(changed)).toBe(changed === number);
    },
  );

  test.prop([fc.constantFrom(...testCards), fc.nat(13)], { numRuns: runs(200) })(
    'two neighbours changed about are noticed, except 0 and 9',
    ({ number }, place) => {
      const [one = '', other = ''] = number.slice(place, place + 2);
      fc.pre(one !== other && !['09', '90'].includes(one + other));
      expect(passesLuhn(number.slice(0, place) + other + one + number.slice(place + 2))).toBe(false);
    },
  );
});

describe('number', () => {
  test.each(testCards)(
    'the test card $number is valid, and so is every beginning of it in waiting',
    ({ number }) => {
      expect(checkNumber(number)).toEqual({ is_valid: true, is_potentially_valid: true });
      for (let length = 0; length < number.length; length += 1) {
        expect(checkNumber(number.slice(0, length)).is_potentially_valid).toBe(true);
      }
    },
  );

  test.each([
    ['5555555555554445', { is_valid: false, is_potentially_valid: false }],
    ['4111111111111112', { is_valid: false, is_potentially_valid: true }],
    ['9', { is_valid: false, is_potentially_valid: false }],
    ['6212345678900000003', { is_valid: true, is_potentially_valid: true }],
  ])('%s', (number, expected) => {
    expect(checkNumber(number)).toEqual(expected);
  });

  test.prop([digits, digit], { numRuns: runs(500) })(
    'what has no future gets none by typing on; what is valid has one',
    (number, next) => {
      const now = checkNumber(number);
      if (now.is_valid) expect(now.is_potentially_valid).toBe(true);
      if (!now.is_potentially_valid) expect(checkNumber(number + next).is_valid).toBe(false);
    },
  );
});

describe('expiry', () => {
  test.each([
    ['11 / 26', true],
    ['10 / 26', false],
    ['12 / 45', true],
    ['01 / 46', false],
    ['00 / 28', false],
    ['13 / 28', false],
    ['11 / 2028', true],
    ['11 / 1928', false],
    ['11 / 2', false],
    ['', false],
  ])('%s', (text, is_valid) => {
    expect(checkExpiration(text, today).is_valid).toBe(is_valid);
  });

  test.each([
    ['', true],
    ['1', true],
    ['2', false],
    ['13 / ', false],
    ['11 / 2', true],
    ['11 / 20', true],
    ['11 / 202', true],
    ['11 / 25', false],
    ['11 / 5', false],
    ['10 / 26', false],
  ])('"%s" may still become valid: %s', (text, expected) => {
    expect(checkExpiration(text, today).is_potentially_valid).toBe(expected);
  });

  const month = fc.record({
    year: fc.integer({ min: 2001, max: 2080 }),
    month: fc.integer({ min: 1, max: 12 }),
  });
  test.prop([month, month], { numRuns: runs(300) })(
    'is the month of today or later, within 19 years',
    (card, now) => {
      const text = `${String(card.month).padStart(2, '0')} / ${card.year}`;
      const months = (card.year - now.year) * 12 + card.month - now.month;
      expect(checkExpiration(text, now).is_valid).toBe(months >= 0 && card.year <= now.year + 19);
      expect(parseExpiration(text)).toEqual(card);
    },
  );

  test.prop([fc.string({ unit: digit, maxLength: 6 }), digit, month], { numRuns: runs(300) })(
    'what has no future gets none by typing on',
    (typed, next, now) => {
      const write = (text: string) => (text.length < 2 ? text : `${text.slice(0, 2)} / ${text.slice(2)}`);
      const before = checkExpiration(write(typed), now);
      if (!before.is_potentially_valid)
        expect(checkExpiration(write(typed + next), now).is_valid).toBe(false);
    },
  );
});

describe('security code', () => {
  test.prop([fc.constantFrom(...cardTypes, null), digits], { numRuns: runs(200) })(
    'has the length of its card type, three or four while that is unknown',
    (type, code) => {
      const sizes = type === null ? [3, 4] : [cardTypeTable[type].cvv_size];
      const found = checkCvv(code, type);
      expect(found.is_valid).toBe(sizes.some((size) => size === code.length));
      expect(found.is_potentially_valid).toBe(code.length <= Math.max(...sizes));
    },
  );
});

describe('cardholder', () => {
  test.each([
    ['Johanna Brandt', true],
    ['O’Neill-Çelik 3rd', true],
    ['', false],
    ['   ', false],
    ['4111 1111 1111 1111', false],
    ['x'.repeat(256), false],
  ])('%s', (name, is_valid) => {
    expect(checkCardholderName(name).is_valid).toBe(is_valid);
  });
});

test.prop([fc.string({ unit: 'grapheme' })], { numRuns: runs(100) })(
  'digitsOf keeps digits and nothing else',
  (text) => {
    expect(digitsOf(text)).toBe([...text].filter((character) => '0123456789'.includes(character)).join(''));
  },
);
