import { fc, test } from '@fast-check/vitest';
import validator from 'card-validator';
import { runs } from 'meisterhand/arbitraries';
import { cardTypes } from 'meisterhand/model';
import { afterEach, beforeEach, describe, expect, vi } from 'vitest';
import {
  cardTypeOf,
  digitsOf,
  parseExpiration,
  validateCardholderName,
  validateCvv,
  validateExpiration,
  validateNumber,
} from '../../src/gateway/card-input-rules.ts';
import { testCards } from '../../src/gateway/test-cards.ts';

const digit = fc.constantFrom(...'0123456789');
const digits = fc.string({ unit: digit, maxLength: 19 });

describe('card types', () => {
  test.each([
    ['4111111111111111', 'visa'],
    ['5555555555554444', 'mastercard'],
    ['2223003122003222', 'mastercard'],
    ['378282246310005', 'american-express'],
    ['30569309025904', 'diners-club'],
    ['6011111111111117', 'discover'],
    ['3530111333300000', 'jcb'],
    ['6205500000000000004', 'unionpay'],
    ['6759649826438453', 'maestro'],
    ['5063516945005047', 'maestro'],
    ['5066991111111118', 'elo'],
    ['6362970000457013', 'elo'],
    ['2204100000000006', 'mir'],
    ['6370950000000005', 'hiper'],
    ['6062820000000000', 'hipercard'],
  ])('%s is %s', (number, type) => {
    expect(cardTypeOf(number)).toBe(type);
  });

  test.each(['', '4', '40', '5', '6', '60', '65', '62', '9', '0000'])(
    '"%s" is nothing yet, or nothing at all',
    (start) => {
      expect(cardTypeOf(start)).toBeNull();
    },
  );

  test('the shop knows twelve types, and each of the library’s own numbers for them is recognised', () => {
    const known = validator.creditCardType.types;
    for (const type of cardTypes) {
      expect(Object.values(known)).toContain(type);
      const { patterns } = validator.creditCardType.getTypeInfo(type);
      const starts = patterns.flat().map((start) => String(start).padEnd(19, '0'));
      expect(starts.filter((start) => cardTypeOf(start) === type).length, type).toBeGreaterThan(0);
    }
  });

  test.each([
    ['5895620000000002', 'maestro'],
    ['4029180000000007', 'visa'],
    ['5275720000000001', 'mastercard'],
    ['5061000000000003', 'maestro'],
    ['5078650000000004', 'maestro'],
  ])('%s of a brand that the shop does not list is %s', (number, type) => {
    expect(cardTypeOf(number)).toBe(type);
  });

  test.prop([digits, digit], { numRuns: runs(500) })(
    'from the eighth digit on the type stays what it is',
    (number, next) => {
      fc.pre(number.length >= 8);
      expect(cardTypeOf(number + next)).toBe(cardTypeOf(number));
    },
  );
});

describe('the check digit', () => {
  test.prop([fc.string({ unit: digit, minLength: 14, maxLength: 14 })], { numRuns: runs(200) })(
    'exactly one of ten last digits fits',
    (rest) => {
      expect([...'0123456789'].filter((last) => validateNumber(`4${rest}${last}`).isValid)).toHaveLength(1);
    },
  );

  test.prop([fc.constantFrom(...testCards), fc.integer({ min: 2, max: 14 }), digit], { numRuns: runs(200) })(
    'one wrong digit is noticed',
    ({ number }, place, wrong) => {
      const changed = number.slice(0, place) + wrong + number.slice(place + 1);
      expect(validateNumber(changed).isValid).toBe(changed === number);
    },
  );

  test.prop([fc.constantFrom(...testCards), fc.integer({ min: 2, max: 13 })], { numRuns: runs(200) })(
    'two neighbours changed about are noticed, except 0 and 9',
    ({ number }, place) => {
      const [one = '', other = ''] = number.slice(place, place + 2);
      fc.pre(one !== other && !['09', '90'].includes(one + other));
      const changed = number.slice(0, place) + other + one + number.slice(place + 2);
      expect(validateNumber(changed).isValid).toBe(false);
    },
  );
});

describe('number', () => {
  test.each(testCards)(
    'the test card $number is valid, and so is every beginning of it in waiting',
    ({ number }) => {
      expect(validateNumber(number)).toMatchObject({ isValid: true, isPotentiallyValid: true });
      for (let length = 0; length < number.length; length += 1) {
        expect(validateNumber(number.slice(0, length)).isPotentiallyValid).toBe(true);
      }
    },
  );

  test.each([
    ['5555555555554445', { isValid: false, isPotentiallyValid: false }],
    ['4111111111111112', { isValid: false, isPotentiallyValid: true }],
    ['9', { isValid: false, isPotentiallyValid: false }],
    ['6212345678900000003', { isValid: true, isPotentiallyValid: true }],
  ])('%s', (number, expected) => {
    expect(validateNumber(number)).toMatchObject(expected);
  });

  test.prop([digits, digit], { numRuns: runs(500) })(
    'what has no future gets none by typing on; what is valid has one',
    (number, next) => {
      const now = validateNumber(number);
      if (now.isValid) expect(now.isPotentiallyValid).toBe(true);
      if (!now.isPotentiallyValid) expect(validateNumber(number + next).isValid).toBe(false);
    },
  );
});

describe('expiry', () => {
  const on = (year: number, month: number) => vi.setSystemTime(new Date(year, month - 1, 15, 12));

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
    on(2026, 11);
  });

  afterEach(() => vi.useRealTimers());

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
  ])('%s', (text, isValid) => {
    expect(validateExpiration(text).isValid).toBe(isValid);
  });

  test.each([
    ['', true],
    ['1', true],
    ['13 / ', false],
    ['11 / 2', true],
    ['11 / 20', true],
    ['11 / 202', true],
    ['11 / 25', false],
    ['10 / 26', false],
  ])('"%s" may still become valid: %s', (text, expected) => {
    expect(validateExpiration(text).isPotentiallyValid).toBe(expected);
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
      on(now.year, now.month);
      const isUsable = months >= 0 && card.year <= now.year + 19;
      expect(validateExpiration(text).isValid).toBe(isUsable);
      expect(parseExpiration(text)).toEqual(isUsable ? card : null);
    },
  );

  test.prop([fc.string({ unit: digit, maxLength: 6 }), digit, month], { numRuns: runs(300) })(
    'what has no future gets none by typing on',
    (typed, next, now) => {
      const write = (text: string) => (text.length < 2 ? text : `${text.slice(0, 2)} / ${text.slice(2)}`);
      on(now.year, now.month);
      const before = validateExpiration(write(typed));
      if (!before.isPotentiallyValid) expect(validateExpiration(write(typed + next)).isValid).toBe(false);
    },
  );
});

describe('security code', () => {
  test.prop([fc.constantFrom(...cardTypes, null), digits], { numRuns: runs(200) })(
    'has the length of its card type, three or four while that is unknown',
    (type, code) => {
      const sizes = type === null ? [3, 4] : [type === 'american-express' ? 4 : 3];
      const found = validateCvv(code, type);
      expect(found.isValid).toBe(sizes.some((size) => size === code.length));
      expect(found.isPotentiallyValid).toBe(code.length <= Math.max(...sizes));
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
  ])('%s', (name, isValid) => {
    expect(validateCardholderName(name).isValid).toBe(isValid);
  });
});

test.prop([fc.string({ unit: 'grapheme' })], { numRuns: runs(100) })(
  'digitsOf keeps digits and nothing else',
  (text) => {
    expect(digitsOf(text)).toBe([...text].filter((character) => '0123456789'.includes(character)).join(''));
  },
);
