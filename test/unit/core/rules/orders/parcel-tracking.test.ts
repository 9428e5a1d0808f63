import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { carriers } from '#core/model/parcel.ts';
import { locales } from '#core/model/values.ts';
import { addDays, daysBetween } from '#core/rules/basics/calendar.ts';
import { isWorkingDay } from '#core/rules/basics/working-days.ts';
import { carrierName, expectedDelivery, trackingUrl } from '#core/rules/orders/parcel-tracking.ts';
import { runs } from '#test/run-length.ts';

const somePaidDay = fc.integer({ min: 0, max: 4_000 }).map((days) => addDays('2026-01-01', days));
const someDays = fc
  .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 0, max: 6 }))
  .map(([first, more]) => ({ first, last: first + more }));

describe('the days on which a parcel is expected', () => {
  test('leave out the day of payment, weekends and nationwide holidays of Germany', () => {
    const days = { DE: { first: 2, last: 4 }, CH: { first: 4, last: 7 } };
    // Monday.
    expect(expectedDelivery(days, 'DE', '2026-11-23')).toEqual({ from: '2026-11-25', to: '2026-11-27' });
    // Thursday before the fourth Sunday of Advent: Christmas is a Friday and a Saturday.
    expect(expectedDelivery(days, 'CH', '2026-12-17')).toEqual({ from: '2026-12-23', to: '2026-12-29' });
  });

  test.prop([somePaidDay, someDays], { numRuns: runs(200) })(
    'are the working days of the country after the payment',
    (paidOn, days) => {
      const expected = expectedDelivery({ AT: days }, 'AT', paidOn);
      if (expected === null) throw new Error('No days');
      for (const [end, count] of [
        [expected.from, days.first],
        [expected.to, days.last],
      ] as const) {
        const after = Array.from({ length: daysBetween(paidOn, end) }, (_, index) =>
          addDays(paidOn, index + 1),
        );
        expect(after.filter(isWorkingDay)).toHaveLength(count);
        expect(isWorkingDay(end)).toBe(true);
      }
    },
  );

  test.prop([fc.constantFrom(null, 'FR', 'toString', '__proto__'), somePaidDay], { numRuns: runs(30) })(
    'are not known for other countries',
    (country, paidOn) => {
      expect(expectedDelivery({ DE: { first: 1, last: 3 } }, country, paidOn)).toBeNull();
    },
  );
});

test.prop(
  [fc.constantFrom(...carriers), fc.stringMatching(/^[A-Za-z0-9 /?&#-]{4,40}$/), fc.constantFrom(...locales)],
  { numRuns: runs(100) },
)(
  'a carrier has a name and a secure page, on which nothing but the number changes',
  (carrier, code, locale) => {
    expect(carrierName(carrier)).not.toBe('');
    const url = new URL(trackingUrl(carrier, code, locale));
    const other = new URL(trackingUrl(carrier, 'X', locale));
    expect([url.protocol, url.host]).toEqual(['https:', other.host]);
    expect(url.href.endsWith(encodeURIComponent(code))).toBe(true);
  },
);
