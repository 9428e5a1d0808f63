import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shopTime } from '#back-office/catalogue/shop-time.ts';

const berlin = new Intl.DateTimeFormat('sv-SE', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: 'Europe/Berlin',
});

test('the clock of the shop shows the day and time that were chosen, also when it was changed on that day', () => {
  const moment = fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2040, 0) });
  const changes = fc.constantFrom(
    Date.UTC(2027, 2, 28, 4),
    Date.UTC(2027, 2, 28, 21, 30),
    Date.UTC(2026, 9, 25, 5),
    Date.UTC(2026, 9, 25, 22, 30),
  );
  fc.assert(
    fc.property(fc.oneof(moment, changes), (at) => {
      const shown = berlin.format(at);
      const [day = '', time = ''] = shown.split(' ');
      expect(berlin.format(Date.parse(shopTime(day, time) ?? ''))).toBe(shown);
    }),
  );
  expect(shopTime('', '09:00')).toBeNull();
  expect(shopTime('2026-11-25', '')).toBeNull();
});
