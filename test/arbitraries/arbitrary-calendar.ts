import fc from 'fast-check';
import type { CalendarDay } from '#core/model/values.ts';

/**
 * Generates a day from 2020 to 2040. One in three is the last day of a month or 29 February, which need
 * special rules when months are counted.
 */
export const calendarDay: fc.Arbitrary<CalendarDay> = fc.oneof(
  { weight: 2, arbitrary: fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2040, 0, 1) }).map(dayOf) },
  {
    weight: 1,
    arbitrary: fc.oneof(
      fc
        .record({ year: fc.integer({ min: 2020, max: 2039 }), month: fc.integer({ min: 1, max: 12 }) })
        .map(({ year, month }) => dayOf(Date.UTC(year, month, 0))),
      fc.constantFrom('2024-02-29', '2028-02-29'),
    ),
  },
);

/** Generates a point in time as an ISO 8601 text in UTC. */
export const instant: fc.Arbitrary<string> = fc
  .integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2040, 0, 1) })
  .map((milliseconds) => new Date(milliseconds).toISOString());

function dayOf(milliseconds: number): CalendarDay {
  return new Date(milliseconds).toISOString().slice(0, 10);
}
