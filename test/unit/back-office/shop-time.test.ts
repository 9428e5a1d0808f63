import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fieldsSetBefore } from '#back-office/catalogue/record-plans.tsx';
import { shopTime } from '#back-office/catalogue/shop-time.ts';

const berlin = new Intl.DateTimeFormat('sv-SE', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: 'Europe/Berlin',
});

test('a chosen day and time are in the time zone of the shop, also on days when the clocks change', () => {
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

test('earlier plans of a published record change fields before a plan is published', () => {
  const plan = (publish_at: string, fields: readonly string[], state: 'planned' | 'refused' = 'planned') => ({
    ...{ number: 1, state, saved_at: '2026-11-21T10:00:00.000Z', saved_by: null, publish_at },
    fields: [...fields],
  });
  const plans = [
    plan('2026-11-23T08:00:00.000Z', ['price_cents']),
    plan('2026-11-24T08:00:00.000Z', ['price_cents', 'lead']),
    plan('2026-11-22T08:00:00.000Z', ['title'], 'refused'),
    plan('2026-11-25T08:00:00.000Z', ['seo']),
  ];
  const at = '2026-11-24T08:00:00.000Z';
  expect(fieldsSetBefore({ published: {}, plans }, at)).toEqual(['price_cents', 'lead']);
  expect(fieldsSetBefore({ published: {}, plans }, '2026-11-22T12:00:00.000Z')).toEqual([]);
  expect(fieldsSetBefore({ published: null, plans }, at), 'the form shows the whole record').toEqual([]);
});
