import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { cents } from '#core/rules/money.ts';
import type { ContractTerm } from '#core/rules/subscription-end.ts';
import { endOfContract, endsEarly } from '#core/rules/subscription-end.ts';
import { dueDay } from '#core/rules/subscription-period.ts';
import { addDays, daysBetween } from '#core/rules/validity.ts';
import { runs } from '#test/run-count.ts';

const start = fc
  .integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2040, 0, 1) })
  .map((milliseconds) => new Date(milliseconds).toISOString().slice(0, 10));

/** A contract and a day of its running period. */
const moment = fc
  .record({
    started_on: start,
    period_months: fc.constantFrom(1, 12),
    paid_periods: fc.integer({ min: 1, max: 5 }),
    price: fc.integer({ min: 0, max: 100_000 }).map(cents),
    luck: fc.double({ min: 0, max: 0.999_999, noNaN: true }),
  })
  .map(({ luck, ...contract }) => {
    const term: ContractTerm = { ...contract, is_past_due: false };
    const from = dueDay(term.started_on, term.period_months, term.paid_periods - 1);
    const until = dueDay(term.started_on, term.period_months, term.paid_periods);
    const today = addDays(from, Math.floor(luck * daysBetween(from, until)));
    return { term, from, until, today };
  });

const membership = (paid_periods: number): ContractTerm => ({
  started_on: '2026-01-31',
  period_months: 12,
  paid_periods,
  price: cents(18_000),
  is_past_due: false,
});

describe('a contract that is cancelled', () => {
  test.each([
    ['in its first year', membership(1), '2026-03-10', { ends_on: '2027-01-30', refund: 0 }],
    ['early in its second', membership(2), '2027-03-10', { ends_on: '2027-03-30', refund: 15_000 }],
    [
      'on the first day of its second',
      membership(2),
      '2027-01-31',
      { ends_on: '2027-02-27', refund: 16_500 },
    ],
    [
      'on the last day of a month of it',
      membership(2),
      '2027-02-27',
      { ends_on: '2027-02-27', refund: 16_500 },
    ],
    [
      'in a month longer than the notice',
      membership(2),
      '2027-02-28',
      { ends_on: '2027-03-27', refund: 15_000 },
    ],
    ['in the last month of it', membership(2), '2028-01-30', { ends_on: '2028-01-30', refund: 0 }],
    [
      'while past due',
      { ...membership(2), is_past_due: true },
      '2028-02-02',
      { ends_on: '2028-02-02', refund: 0 },
    ],
  ])('%s ends as the rulings say', (_, term, today, end) => {
    expect(endOfContract(term, today)).toEqual(end);
  });

  test.prop([moment], { numRuns: runs(500) })(
    'ends within the paid period, and not before today',
    (given) => {
      const { ends_on } = endOfContract(given.term, given.today);
      expect(ends_on >= given.today).toBe(true);
      expect(ends_on < given.until).toBe(true);
    },
  );

  test.prop([moment], { numRuns: runs(500) })(
    'after the first term ends within one month, and a monthly one with what is paid',
    ({ term, today, until }) => {
      const { ends_on, refund } = endOfContract(term, today);
      if (term.paid_periods > 1 && term.period_months > 1) {
        expect(ends_on < dueDay(today, 1, 1)).toBe(true);
      } else {
        expect({ ends_on, refund }).toEqual({ ends_on: addDays(until, -1), refund: 0 });
      }
    },
  );

  test.prop([moment], { numRuns: runs(500) })(
    'gives back each whole month that is paid and not used, and nothing else',
    ({ term, from, today }) => {
      const { ends_on, refund } = endOfContract(term, today);
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
    'a day later ends no earlier and gives no more back',
    (given) => {
      const tomorrow = addDays(given.today, 1);
      if (tomorrow >= given.until) return;
      const one = endOfContract(given.term, given.today);
      const other = endOfContract(given.term, tomorrow);
      expect(other.ends_on >= one.ends_on).toBe(true);
      expect(other.refund).toBeLessThanOrEqual(one.refund);
    },
  );
});
