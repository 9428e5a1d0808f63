import { describe, expect, test } from 'vitest';
import { plainValue } from '#back-office/kit/figures/format-measure.ts';
import { lastDays, lastMonth, offeredDays, readRange } from '#back-office/kit/figures/range.ts';

/** Half an hour after midnight in Berlin, on the day before in UTC. */
const now = Date.parse('2026-11-23T23:30:00Z');
const read = (search: string) => readRange(new URLSearchParams(search), now);

describe('the range of the start page', () => {
  test('is the last thirty days in the time zone of the shop if the query has no valid range', () => {
    const usual = { from: '2026-10-26', to: '2026-11-24', step: 'day' };
    expect(read('')).toEqual(usual);
    for (const faulty of [
      'from=2026-11-02&to=2026-11-01',
      'from=2026-02-30&to=2026-03-01',
      'from=2026-11-01',
      'from=2020-01-01&to=2026-11-24',
    ])
      expect(read(faulty)).toEqual(usual);
    expect(read('step=week')).toEqual({ ...usual, step: 'week' });
  });

  test('is parsed from the query of each offered range', () => {
    for (const days of offeredDays) {
      const range = lastDays(days, now);
      expect(read(String(new URLSearchParams({ ...range })))).toEqual(range);
    }
    expect(lastDays(7, now)).toEqual({ from: '2026-11-18', to: '2026-11-24', step: 'day' });
  });

  test.each([
    // In Berlin the day and the month before began an hour earlier.
    ['2026-11-30T22:30:00Z', '2026-10-01', '2026-10-31'],
    ['2026-11-30T23:30:00Z', '2026-11-01', '2026-11-30'],
    ['2026-01-15T12:00:00Z', '2025-12-01', '2025-12-31'],
    ['2028-03-31T12:00:00Z', '2028-02-01', '2028-02-29'],
  ])('at %s the last month is from %s to %s', (time, from, to) => {
    expect(lastMonth(Date.parse(time))).toEqual({ from, to, step: 'day' });
  });
});

test('spreadsheets get euros, hours and shares as numbers, and null for a missing value', () => {
  expect([plainValue('money', 1_234), plainValue('time', 5_400), plainValue('share', 0.25)]).toEqual([
    12.34, 1.5, 0.25,
  ]);
  expect(plainValue('count', null)).toBeNull();
});
