import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { referralOf, serialiseReferral, validReferralCode } from '#core/rules/referral.ts';
import { addDays } from '#core/rules/validity.ts';
import { runs } from '#test/run-count.ts';

const today = '2026-10-25';

describe('a referral', () => {
  test.each([
    ['?ref=ANNA-5', { ref: 'ANNA-5', date: today }],
    ['?ref=cart', null],
    ['?ref=cart&status=authenticated', null],
    ['?ref=', null],
    ['', null],
  ])('comes by %j as %j', (query, expected) => {
    expect(referralOf(new URLSearchParams(query), today)).toEqual(expected);
  });

  test.prop([fc.string({ minLength: 1 }), fc.integer({ min: -20, max: 20 })], { numRuns: runs(300) })(
    'applies on its day and the six after it',
    (ref, age) => {
      const text = serialiseReferral({ ref, date: addDays(today, -age) });
      expect(validReferralCode(text, today)).toBe(age >= 0 && age < 7 ? ref : null);
    },
  );

  test.prop([fc.option(fc.oneof(fc.string(), fc.json()))], { numRuns: runs(300) })(
    'is none in any other text',
    (text) => {
      expect(validReferralCode(text, today)).toBeNull();
    },
  );

  test.each([
    '{"ref":"A"}',
    '{"date":"2026-10-25"}',
    '{"ref":"","date":"2026-10-25"}',
    '{"ref":5,"date":"2026-10-25"}',
  ])('is none in %s', (text) => {
    expect(validReferralCode(text, today)).toBeNull();
  });
});
