import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import {
  cardTypeOf,
  cardTypeTable,
  possibleCardTypes,
} from '#adapters/payments/sandbox/gateway/browser/card-types.ts';
import { cardTypes } from '#core/model/payment.ts';
import { runs } from '#test/run-count.ts';

const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 19 });

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

  test.prop([digits], { numRuns: runs(500) })('is one of the possible types, and the only one', (number) => {
    const type = cardTypeOf(number);
    if (type !== null) expect(possibleCardTypes(number)).toEqual([type]);
  });

  test.prop([digits, fc.nat(19)], { numRuns: runs(500) })(
    'what a longer number can be, its beginning could be',
    (number, length) => {
      const atFirst = possibleCardTypes(number.slice(0, length));
      const later = possibleCardTypes(number);
      // A type that lost to a longer prefix may stay out of sight while the shorter one still counted.
      for (const type of later) expect(atFirst).toContain(type);
    },
  );

  test('every type has a number of its own', () => {
    for (const type of cardTypes) {
      const found = cardTypeTable[type].prefixes.some((prefix) => {
        const first = typeof prefix === 'string' ? prefix : prefix[0];
        return cardTypeOf(first.padEnd(19, '0')) === type;
      });
      expect(found, type).toBe(true);
    }
  });
});
