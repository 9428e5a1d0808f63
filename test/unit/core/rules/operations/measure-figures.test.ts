import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { addDays, daysBetween } from '#core/rules/basics/calendar.ts';
import { type DailySum, measure, periodsOf, rangeBefore } from '#core/rules/operations/measure-figures.ts';

const day = fc.integer({ min: -40, max: 40 }).map((days) => addDays('2026-01-01', days));
const sum: fc.Arbitrary<DailySum> = fc.record({
  day,
  kind: fc.constantFrom(
    'sale',
    'refund',
    'member_new',
    'member_ended',
    'coupon',
    'dunning',
    'checkout',
    'watched',
  ),
  subject: fc.constantFrom('', 'renewal', 'paid', 'renew'),
  amount: fc.integer({ min: 0, max: 99_999 }),
  vat: fc.integer({ min: 0, max: 999 }),
  count: fc.integer({ min: 0, max: 9 }),
});
const range = fc
  .tuple(day, day)
  .map(([one, other]) => (one < other ? { from: one, to: other } : { from: other, to: one }));
const opening = { recurring: 1_000, members: 3 };

/** Measures that are sums; the others are states, averages and shares. */
const additive = new Set([
  'gross',
  'net',
  'orders',
  'refunds',
  'members_new',
  'members_ended',
  'charges_failed',
  'checkouts',
  'coupon_discounts',
  'watched',
]);

describe('figures', () => {
  test.prop([range, fc.constantFrom('day' as const, 'week' as const, 'month' as const)])(
    'periods begin with the range, and then each day, on Mondays or on the first of a month',
    (days, step) => {
      const [first, ...rest] = periodsOf(days, step);
      expect(first).toBe(days.from);
      expect(rest).toEqual(rest.toSorted());
      expect((rest.at(-1) ?? days.from) <= days.to).toBe(true);
      for (const start of rest) {
        if (step === 'week') expect(new Date(start).getUTCDay()).toBe(1);
        if (step === 'month') expect(start.slice(-2)).toBe('01');
      }
      if (step === 'day') expect(rest.length).toBe(daysBetween(days.from, days.to));
    },
  );

  test.prop([
    fc.array(sum, { maxLength: 60 }),
    range,
    fc.constantFrom('day' as const, 'week' as const, 'month' as const),
  ])(
    'the periods add up to the range, and the values of the range before are those of that range itself',
    (sums, days, step) => {
      const measures = measure(days, step, sums, opening);
      const before = rangeBefore(days);
      const asked = measure(before, step, sums, opening);
      for (const [index, one] of measures.entries()) {
        const total = one.values.reduce<number>((all, value) => all + (value ?? 0), 0);
        if (additive.has(one.name)) expect([one.name, total]).toEqual([one.name, one.total]);
        // Memberships of the earlier range begin with other ones, the rest depends on its own days only.
        if (!['recurring', 'churn'].includes(one.name)) expect(one.before).toBe(asked[index]?.total ?? null);
      }
      const recurring = measures.find(({ name }) => name === 'recurring');
      expect(recurring?.values.at(-1)).toBe(recurring?.total);
      const gained = sums
        .filter((one) => one.day >= before.from && one.day <= days.to)
        .reduce(
          (all, { kind, amount }) =>
            all + (kind === 'member_new' ? amount : kind === 'member_ended' ? -amount : 0),
          0,
        );
      expect(recurring?.total).toBe(opening.recurring + gained);
    },
  );

  test('shares and averages of nothing have no value', () => {
    const measures = measure({ from: '2026-05-01', to: '2026-05-02' }, 'day', [], {
      recurring: 0,
      members: 0,
    });
    const empty = measures.filter(({ total }) => total === null).map(({ name }) => name);
    expect(empty).toEqual(['average', 'churn', 'conversion']);
  });

  test('averages and shares are computed from sales, checkouts and memberships', () => {
    const of = (kind: string, subject: string, count: number, amount = 0): DailySum => {
      return { day: '2026-05-01', kind, subject, amount, vat: 0, count };
    };
    const sums = [of('sale', '', 3, 20_000), of('checkout', '', 6), of('checkout', 'paid', 2)];
    const measures = measure({ from: '2026-05-01', to: '2026-05-01' }, 'day', sums, opening);
    const total = (name: string) => measures.find((one) => one.name === name)?.total;
    expect([total('average'), total('conversion'), total('churn')]).toEqual([6_667, 2 / 8, 0]);
  });
});
