import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { isCalendarDay } from '#core/model/calendar-day.ts';
import { subscriptionStatuses } from '#core/model/subscription.ts';
import { addDays, daysBetween } from '#core/rules/basics/calendar.ts';
import { cents } from '#core/rules/basics/money.ts';
import { periodMonths } from '#core/rules/catalogue/price-period.ts';
import {
  afterRefusal,
  dueDay,
  endOfSubscription,
  endsEarly,
  givesAccess,
  isOutOfRetries,
  lastDayOfAccess,
  nextRetryDay,
  planOffer,
  recurringPrice,
  reminderDays,
  retriesCountFrom,
  type SubscriptionTerm,
  shortReminderDays,
  takesPaymentMethod,
} from '#core/rules/subscriptions/subscription-terms.ts';
import { calendarDay } from '#test/arbitraries/arbitrary-calendar.ts';
import { subscription } from '#test/arbitraries/arbitrary-subscription.ts';
import { runs } from '#test/run-length.ts';

test.prop([subscription, fc.boolean(), fc.constantFrom(...subscriptionStatuses)])(
  'the payment method of what renews can be replaced until it has ended',
  (known, renews, status) => {
    const expected = renews && status !== 'expired';
    expect(takesPaymentMethod({ ...known, renews, status })).toBe(expected);
  },
);

describe('due days', () => {
  test.each([
    ['2026-01-31', 1, ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']],
    ['2027-12-31', 1, ['2027-12-31', '2028-01-31', '2028-02-29', '2028-03-31', '2028-04-30']],
    ['2026-05-15', 1, ['2026-05-15', '2026-06-15', '2026-07-15', '2026-08-15', '2026-09-15']],
    ['2024-02-29', 12, ['2024-02-29', '2025-02-28', '2026-02-28', '2027-02-28', '2028-02-29']],
  ])('from %s every %i months keep the day of the month', (from, months, expected) => {
    expect(expected.map((_, period) => dueDay(from, months, period))).toEqual(expected);
  });

  test.prop([calendarDay, fc.constantFrom(1, 12), fc.nat(120)], { numRuns: runs(500) })(
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

  test('are not computed from invalid input', () => {
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
  test.prop([calendarDay], { numRuns: runs(100) })(
    'is tried on the due day and 3, 5 and 7 days later; access lasts until day 7',
    (due) => {
      const tries = [0, 1, 2, 3, 4].map((failures) => nextRetryDay(due, failures));
      expect(tries).toEqual([due, addDays(due, 3), addDays(due, 5), addDays(due, 7), null]);
      expect(daysBetween(due, lastDayOfAccess(due))).toBe(7);
    },
  );

  test.prop([calendarDay, fc.nat(30)], { numRuns: runs(100) })(
    'is past due three times, then given up',
    (due, late) => {
      const triedOn = addDays(due, late);
      const steps = [0, 1, 2, 3].map((failures) => afterRefusal(triedOn, failures));
      expect(steps).toEqual([
        { event: 'fail_renewal', next_try: addDays(triedOn, 3) },
        { event: 'fail_retry', next_try: addDays(triedOn, 5) },
        { event: 'fail_retry', next_try: addDays(triedOn, 7) },
        { event: 'give_up', next_try: null },
      ]);
    },
  );

  test.prop([calendarDay, fc.tuple(fc.nat(40), fc.nat(40), fc.nat(40))], { numRuns: runs(100) })(
    'has the same days between its tries however late one of them was',
    (first, lates) => {
      let today = first;
      for (const [failures, late] of [0, ...lates].entries()) {
        today = addDays(today, late);
        const counted = retriesCountFrom(first, today, failures);
        const days = [3, 2, 2, null][failures] ?? null;
        const next_try = days === null ? null : addDays(today, days);
        expect(afterRefusal(counted, failures).next_try).toBe(next_try);
        expect(lastDayOfAccess(counted)).toBe(addDays(today, [7, 4, 2, 0][failures] ?? 0));
        today = next_try ?? today;
      }
    },
  );

  test.each([
    ['every day', 0, [0, 1, 2, 3, 4, 5, 6, 7], 8],
    ['on the due day and on the last one', 0, [0, 7], 8],
    ['not on the last day, so that five days were left', 0, [0, 1, 2, 20, 24], 25],
    ['not on the last day, twice', 0, [0, 20, 40, 45], 46],
    ['from day 3 on, after one refusal', 1, [3, 4, 5, 6, 7], 8],
    ['only after the last day, after one refusal', 1, [20, 24], 25],
    ['only after the last day, after three refusals', 3, [20], 21],
  ] as const)('that never arrived, tried %s, ends with the next try', (_, failures, tried, end) => {
    const days = [...tried, end].map((day) => addDays('2026-05-15', day));
    expect(isOutOfRetries('2026-05-15', failures, days.slice(0, -1))).toBe(false);
    expect(isOutOfRetries('2026-05-15', failures, days)).toBe(true);
  });

  test('charges the price without coupons, which lower the first period only', () => {
    expect(recurringPrice({ price: cents(18_000) })).toBe(18_000);
  });
});

/** Generates a subscription and a day in its current period. */
const moment = fc
  .record({
    started_on: calendarDay,
    period_months: fc.constantFrom(1, 12),
    paid_periods: fc.integer({ min: 1, max: 5 }),
    price: fc.integer({ min: 0, max: 100_000 }).map(cents),
    share: fc.double({ min: 0, max: 0.999_999, noNaN: true }),
  })
  .map(({ share, ...rest }) => {
    const term: SubscriptionTerm = { ...rest, is_past_due: false };
    const from = dueDay(term.started_on, term.period_months, term.paid_periods - 1);
    const until = dueDay(term.started_on, term.period_months, term.paid_periods);
    const today = addDays(from, Math.floor(share * daysBetween(from, until)));
    return { term, from, until, today };
  });

const membership = (paid_periods: number): SubscriptionTerm => ({
  started_on: '2026-01-31',
  period_months: 12,
  paid_periods,
  price: cents(18_000),
  is_past_due: false,
});

const pastDue: SubscriptionTerm = { ...membership(2), is_past_due: true };

describe('a subscription that is cancelled', () => {
  test.each([
    ['in its first year', membership(1), '2026-03-10', '2027-01-30', 0],
    ['early in its second', membership(2), '2027-03-10', '2027-03-30', 15_000],
    ['on the first day of its second', membership(2), '2027-01-31', '2027-02-27', 16_500],
    ['on the last day of a month of it', membership(2), '2027-02-27', '2027-02-27', 16_500],
    ['in a month longer than the notice', membership(2), '2027-02-28', '2027-03-27', 15_000],
    ['in the last month of it', membership(2), '2028-01-30', '2028-01-30', 0],
    ['with a date in its first year, the second charged', membership(2), '2027-01-20', '2027-01-30', 0],
    ['with a date in its second year, the third charged', membership(3), '2027-03-10', '2027-03-30', 15_000],
    ['while past due, with a date in the paid year', pastDue, '2027-03-10', '2027-03-30', 15_000],
    ['while past due', pastDue, '2028-02-02', '2028-02-02', 0],
  ])('%s ends as documented', (_, term, today, ends_on, refund) => {
    expect(endOfSubscription(term, today)).toEqual({ ends_on, refund });
  });

  test('ends early by a declaration of an earlier period, also one of a month', () => {
    const month = { ...membership(2), period_months: 1 };
    expect(endsEarly(month, '2026-02-27')).toBe(true);
    expect(endsEarly(month, '2026-03-30')).toBe(false);
  });

  test('ends early on the day of a cancellation while past due, when the month was paid all the same', () => {
    const month = { ...membership(2), period_months: 1, is_past_due: true };
    const { ends_on } = endOfSubscription({ ...month, paid_periods: 1 }, '2026-03-01');
    expect(endsEarly(month, ends_on)).toBe(true);
  });

  test.prop([moment], { numRuns: runs(500) })(
    'ends within the paid period, and not before today',
    (given) => {
      const { ends_on } = endOfSubscription(given.term, given.today);
      expect(ends_on >= given.today).toBe(true);
      expect(ends_on < given.until).toBe(true);
    },
  );

  test.prop([moment], { numRuns: runs(500) })(
    'after the first term ends within one month, and a monthly one with what is paid',
    ({ term, today, until }) => {
      const { ends_on, refund } = endOfSubscription(term, today);
      if (term.paid_periods > 1 && term.period_months > 1) {
        expect(ends_on < dueDay(today, 1, 1)).toBe(true);
      } else {
        expect({ ends_on, refund }).toEqual({ ends_on: addDays(until, -1), refund: 0 });
      }
    },
  );

  test.prop([moment], { numRuns: runs(500) })(
    'refunds each whole month that is paid and not used, and nothing else',
    ({ term, from, today }) => {
      const { ends_on, refund } = endOfSubscription(term, today);
      const used = Array.from({ length: term.period_months }, (_, month) =>
        dueDay(term.started_on, 1, term.period_months * (term.paid_periods - 1) + month),
      ).filter((begins) => begins <= ends_on);
      expect(used[0]).toBe(from);
      const exact = (term.price * (term.period_months - used.length)) / term.period_months;
      expect(Math.abs(refund - exact)).toBeLessThanOrEqual(0.5);
      expect(endsEarly(term, ends_on)).toBe(used.length < term.period_months);
    },
  );

  test.prop([moment], { numRuns: runs(300) })(
    'a day later does not end earlier and has no larger refund',
    (given) => {
      const tomorrow = addDays(given.today, 1);
      if (tomorrow >= given.until) return;
      const one = endOfSubscription(given.term, given.today);
      const other = endOfSubscription(given.term, tomorrow);
      expect(other.ends_on >= one.ends_on).toBe(true);
      expect(other.refund).toBeLessThanOrEqual(one.refund);
    },
  );
});

describe('a plan', () => {
  const product = fc.constantFrom('membership', 'subscription').map((kind) => ({ id: kind, kind }) as const);

  test.prop([product, fc.array(subscription, { maxLength: 4 })], { numRuns: runs(200) })(
    'is for sale to everybody who neither has it nor a membership that contains it',
    (plan, subscriptions) => {
      const running = subscriptions.filter(({ status }) => givesAccess(status));
      const kinds = running.map((one) => one.product.kind);
      const { offer, plan: found } = planOffer(plan, subscriptions);
      expect(offer === 'held').toBe(kinds.includes(plan.kind));
      expect(offer === 'included').toBe(
        plan.kind === 'subscription' && !kinds.includes('subscription') && kinds.includes('membership'),
      );
      if (found === null) expect(offer).toBe('for_sale');
      else expect(running).toContain(found);
    },
  );

  test.prop([fc.array(subscription, { maxLength: 4 })], { numRuns: runs(50) })(
    'is for sale when it is another membership than the one that runs',
    (subscriptions) => {
      expect(planOffer({ id: 'another', kind: 'membership' }, subscriptions).offer).toBe('for_sale');
    },
  );
});
