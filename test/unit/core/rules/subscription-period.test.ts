import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { isCalendarDay } from '#core/model/primitives.ts';
import { cents } from '#core/rules/money.ts';
import {
  afterRefusal,
  dueDay,
  lastDayOfAccess,
  nextTry,
  periodMonths,
  recurringPrice,
  reminderDays,
  shortReminderDays,
} from '#core/rules/subscription-period.ts';
import { addDays, daysBetween } from '#core/rules/validity.ts';
import { runs } from '#test/run-count.ts';

const start = fc
  .integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2040, 0, 1) })
  .map((milliseconds) => new Date(milliseconds).toISOString().slice(0, 10));

describe('due days', () => {
  test.each([
    ['2026-01-31', 1, ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']],
    ['2027-12-31', 1, ['2027-12-31', '2028-01-31', '2028-02-29', '2028-03-31', '2028-04-30']],
    ['2026-05-15', 1, ['2026-05-15', '2026-06-15', '2026-07-15', '2026-08-15', '2026-09-15']],
    ['2024-02-29', 12, ['2024-02-29', '2025-02-28', '2026-02-28', '2027-02-28', '2028-02-29']],
  ])('from %s every %i months keep their anchor', (from, months, expected) => {
    expect(expected.map((_, period) => dueDay(from, months, period))).toEqual(expected);
  });

  test.prop([start, fc.constantFrom(1, 12), fc.nat(120)], { numRuns: runs(500) })(
    'fall on the anchor day, or on the last day of a month too short for it',
    (from, months, period) => {
      const due = dueDay(from, months, period);
      const [year = 0, month = 0, anchor = 0] = from.split('-').map(Number);
      const index = year * 12 + month - 1 + months * period;
      const last = new Date(Date.UTC(Math.floor(index / 12), (index % 12) + 1, 0)).getUTCDate();
      expect(isCalendarDay(due)).toBe(true);
      expect(due.slice(0, 7)).toBe(`${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`);
      expect(Number(due.slice(8))).toBe(Math.min(anchor, last));
      expect(dueDay(from, months, period + 1) > due).toBe(true);
    },
  );

  test('are not made of broken input', () => {
    expect(() => dueDay('2026-02-30', 1, 1)).toThrow(RangeError);
    expect(() => dueDay('2026-01-31', 1, -1)).toThrow(RangeError);
    expect(() => dueDay('2026-01-31', 1, 0.5)).toThrow(RangeError);
  });

  test('come yearly for the membership and monthly for subscriptions', () => {
    expect(periodMonths).toEqual({ membership: 12, subscription: 1 });
    expect([reminderDays, shortReminderDays]).toEqual([30, 7]);
  });
});

describe('a failed renewal', () => {
  test.prop([start], { numRuns: runs(100) })(
    'is tried on the due day and 3, 5 and 7 days later; access lasts until day 7',
    (due) => {
      const tries = [0, 1, 2, 3, 4].map((failures) => nextTry(due, failures));
      expect(tries).toEqual([due, addDays(due, 3), addDays(due, 5), addDays(due, 7), null]);
      expect(daysBetween(due, lastDayOfAccess(due))).toBe(7);
    },
  );

  test.prop([start, fc.nat(30)], { numRuns: runs(100) })(
    'is past due, past due, past due, then given up; days count from the first try when the shop was late',
    (due, late) => {
      const triedOn = addDays(due, late);
      const steps = [0, 1, 2, 3].map((failures) => afterRefusal(due, triedOn, failures));
      expect(steps).toEqual([
        { event: 'fail_renewal', next_try: addDays(triedOn, 3) },
        { event: 'fail_retry', next_try: addDays(triedOn, 5) },
        { event: 'fail_retry', next_try: addDays(triedOn, 7) },
        { event: 'give_up', next_try: null },
      ]);
      expect(afterRefusal(due, addDays(due, -1), 0)).toEqual(afterRefusal(due, due, 0));
    },
  );

  test('charges the plain price: coupons lower the first period only', () => {
    expect(recurringPrice({ price: cents(18_000) })).toBe(18_000);
  });
});
