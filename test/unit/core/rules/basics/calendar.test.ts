import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { isCalendarDay } from '#core/model/calendar-day.ts';
import {
  addDays,
  calendarDay,
  daysBetween,
  isStillValid,
  laterDay,
  shopTime,
  startOfDay,
} from '#core/rules/basics/calendar.ts';
import { runs } from '#test/run-length.ts';

const instant = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2045, 0, 1) });
const day = instant.map((milliseconds) => new Date(milliseconds).toISOString().slice(0, 10));

/**
 * Returns the calendar day in Berlin, computed independently: UTC plus the offset by the EU rule for summer
 * time.
 */
function berlinDay(now: number): string {
  const year = new Date(now).getUTCFullYear();
  const lastSunday = (month: number) => {
    const end = new Date(Date.UTC(year, month, 31, 1));
    return end.getTime() - end.getUTCDay() * 86_400_000;
  };
  const isSummer = now >= lastSunday(2) && now < lastSunday(9);
  return new Date(now + (isSummer ? 2 : 1) * 3_600_000).toISOString().slice(0, 10);
}

describe('the calendar day of the shop', () => {
  test.prop([instant], { numRuns: runs(500) })('is the day in Berlin', (now) => {
    expect(calendarDay(now)).toBe(berlinDay(now));
  });

  test.each([
    ['2026-03-28T22:59:59.999Z', '2026-03-28'],
    ['2026-03-28T23:00:00.000Z', '2026-03-29'],
    ['2026-03-29T21:59:59.999Z', '2026-03-29'],
    ['2026-03-29T22:00:00.000Z', '2026-03-30'],
    ['2026-10-24T21:59:59.999Z', '2026-10-24'],
    ['2026-10-24T22:00:00.000Z', '2026-10-25'],
    ['2026-10-25T22:59:59.999Z', '2026-10-25'],
    ['2026-10-25T23:00:00.000Z', '2026-10-26'],
  ])('at %s is %s, around the days of 23 and 25 hours', (now, expected) => {
    expect(calendarDay(Date.parse(now))).toBe(expected);
  });
});

describe('the start of a day of the shop', () => {
  test.prop([day], { numRuns: runs(500) })('is its first moment', (given) => {
    const start = startOfDay(given);
    expect(berlinDay(start)).toBe(given);
    expect(berlinDay(start - 1)).toBe(addDays(given, -1));
  });

  test.each([
    ['2026-03-29', '2026-03-28T23:00:00.000Z'],
    ['2026-03-30', '2026-03-29T22:00:00.000Z'],
    ['2026-10-25', '2026-10-24T22:00:00.000Z'],
    ['2026-10-26', '2026-10-25T23:00:00.000Z'],
  ])('of %s is %s', (given, expected) => {
    expect(new Date(startOfDay(given)).toISOString()).toBe(expected);
  });
});

describe('calendar days', () => {
  test.prop([day, day], { numRuns: runs(100) })('are compared by laterDay', (one, other) => {
    expect(laterDay(one, other)).toBe([one, other].toSorted()[1]);
  });

  test.each(['2026-02-28', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31'])('%s is valid', (text) => {
    expect(isCalendarDay(text)).toBe(true);
  });

  test.each([
    '2026-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-1-1',
    '26-01-01',
    '2026-01-01T00:00',
    ' 2026-01-01',
    '',
    20260101,
    null,
  ])('%j is invalid', (value) => {
    expect(isCalendarDay(value)).toBe(false);
  });

  test.prop([day, fc.integer({ min: -5000, max: 5000 })], { numRuns: runs(300) })(
    'are added, subtracted and counted',
    (from, days) => {
      const to = addDays(from, days);
      expect(isCalendarDay(to)).toBe(true);
      expect(daysBetween(from, to)).toBe(days);
      expect(addDays(to, -days)).toBe(from);
      if (days > 0) expect(to > from).toBe(true);
    },
  );

  test('are not computed from invalid days', () => {
    expect(() => daysBetween('2026-02-29', '2026-03-01')).toThrow(RangeError);
    expect(() => addDays('gestern', 1)).toThrow(RangeError);
  });
});

test.each([
  ['2026-11-30T23:20:00Z', '2026-12-01 00:20:00'],
  ['2026-06-30T21:59:59Z', '2026-06-30 23:59:59'],
])('the shop writes %s as %s', (time, expected) => {
  expect(shopTime(new Date(time))).toBe(expected);
});

describe('seven days of validity', () => {
  test.prop([day, fc.integer({ min: -30, max: 30 })], { numRuns: runs(500) })(
    'are the day itself and the six after it',
    (stored, age) => {
      expect(isStillValid(stored, addDays(stored, age))).toBe(age >= 0 && age <= 6);
    },
  );

  test.prop([instant, fc.integer({ min: 0, max: 10 }), fc.integer({ min: 0, max: 86_399_999 })], {
    numRuns: runs(500),
  })('are counted in days of Berlin, not in hours', (storedAt, days, later) => {
    const age =
      (Date.parse(berlinDay(storedAt + days * 86_400_000 + later)) - Date.parse(berlinDay(storedAt))) /
      86_400_000;
    expect(isStillValid(calendarDay(storedAt), calendarDay(storedAt + days * 86_400_000 + later))).toBe(
      age < 7,
    );
  });

  test.each([
    // Stored at 23:30, some days before the clocks go forward: the seventh day after it begins 143.5 hours
    // later.
    ['2026-03-24T22:30:00Z', '2026-03-30T21:59:59.999Z', true],
    ['2026-03-24T22:30:00Z', '2026-03-30T22:00:00Z', false],
    // Stored at midnight, in a week with a day of 25 hours: the sixth day after it ends 169 hours later.
    ['2026-10-19T22:00:00Z', '2026-10-26T22:59:59.999Z', true],
    ['2026-10-19T22:00:00Z', '2026-10-26T23:00:00Z', false],
  ])('from %s include %s: %s', (storedAt, now, expected) => {
    expect(isStillValid(calendarDay(Date.parse(storedAt)), calendarDay(Date.parse(now)))).toBe(expected);
  });

  test.each(['', 'gestern', '2026-02-30', '2026-06-15T10:00:00Z'])('do not begin at %j', (text) => {
    expect(isStillValid(text, '2026-06-15')).toBe(false);
  });
});
