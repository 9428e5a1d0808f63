import type { FigureStep, Measure, MeasureName, measureUnits } from '#core/model/figures.ts';
import type { CalendarDay } from '#core/model/values.ts';
import { addDays, daysBetween } from '#core/rules/basics/calendar.ts';

/** A total of one day: amounts in cents, including VAT; for `watched` in seconds. */
export interface DailySum {
  readonly day: CalendarDay;
  readonly kind: string;
  readonly subject: string;
  readonly amount: number;
  readonly vat: number;
  readonly count: number;
}

/** A range of calendar days, both included. */
export interface DayRange {
  readonly from: CalendarDay;
  readonly to: CalendarDay;
}

/** Values of all memberships at the beginning of a range. */
export interface Opening {
  /** Monthly recurring revenue in cents. */
  readonly recurring: number;
  readonly members: number;
}

/** Returns the range of the same length that ends on the day before. */
export function rangeBefore({ from, to }: DayRange): DayRange {
  const length = daysBetween(from, to) + 1;
  return { from: addDays(from, -length), to: addDays(from, -1) };
}

/** Returns the first day of each period of a range. Weeks begin on Monday. First and last period may be incomplete. */
export function periodsOf({ from, to }: DayRange, step: FigureStep): readonly CalendarDay[] {
  const starts: CalendarDay[] = [];
  for (let day = from; day <= to; day = nextPeriod(day, step)) starts.push(day);
  return starts;
}

/** 5 January 1970 was a Monday. */
const someMonday = '1970-01-05' as CalendarDay;

function nextPeriod(day: CalendarDay, step: FigureStep): CalendarDay {
  if (step === 'day') return addDays(day, 1);
  if (step === 'week') return addDays(day, 7 - (((daysBetween(someMonday, day) % 7) + 7) % 7));
  const [year = 0, month = 0] = day.split('-').map(Number);
  return `${month === 12 ? year + 1 : year}-${String((month % 12) + 1).padStart(2, '0')}-01` as CalendarDay;
}

interface Sums {
  /** Returns the total of a kind, for one subject or for all. */
  of(
    kind: string,
    subject?: string,
  ): { readonly amount: number; readonly vat: number; readonly count: number };
  /** Values at the beginning of the period. */
  readonly opening: Opening;
}

type Unit = (typeof measureUnits)[number];

interface MeasureRule {
  readonly unit: Unit;
  readonly value: (sums: Sums) => number | null;
}

const ratio = (part: number, whole: number) => (whole === 0 ? null : part / whole);

/** Calculates each figure from totals (docs/behaviour/operations.md#figures). */
const rules: Readonly<Record<MeasureName, MeasureRule>> = {
  gross: { unit: 'money', value: ({ of }) => of('sale').amount },
  net: { unit: 'money', value: ({ of }) => of('sale').amount - of('sale').vat },
  orders: { unit: 'count', value: ({ of }) => of('sale', '').count },
  average: {
    unit: 'money',
    value: ({ of }) => {
      const average = ratio(of('sale', '').amount, of('sale', '').count);
      return average === null ? null : Math.round(average);
    },
  },
  refunds: { unit: 'money', value: ({ of }) => of('refund').amount },
  recurring: {
    unit: 'money',
    value: ({ of, opening }) => opening.recurring + of('member_new').amount - of('member_ended').amount,
  },
  members_new: { unit: 'count', value: ({ of }) => of('member_new').count },
  members_ended: { unit: 'count', value: ({ of }) => of('member_ended').count },
  churn: { unit: 'share', value: ({ of, opening }) => ratio(of('member_ended').count, opening.members) },
  charges_failed: { unit: 'count', value: ({ of }) => of('dunning').count - of('dunning', 'renew').count },
  charges_recovered: { unit: 'count', value: ({ of }) => of('dunning', 'renew').count },
  checkouts: { unit: 'count', value: ({ of }) => of('checkout').count },
  conversion: { unit: 'share', value: ({ of }) => ratio(of('checkout', 'paid').count, of('checkout').count) },
  coupon_orders: { unit: 'count', value: ({ of }) => of('coupon').count },
  coupon_discounts: { unit: 'money', value: ({ of }) => of('coupon').amount },
  watched: { unit: 'time', value: ({ of }) => of('watched').amount },
};

function collect(sums: readonly DailySum[], opening: Opening): Sums {
  return {
    opening,
    of(kind, subject) {
      const total = { amount: 0, vat: 0, count: 0 };
      for (const sum of sums) {
        if (sum.kind !== kind || (subject !== undefined && sum.subject !== subject)) continue;
        total.amount += sum.amount;
        total.vat += sum.vat;
        total.count += sum.count;
      }
      return total;
    },
  };
}

function after({ opening, of }: Sums): Opening {
  const [begun, ended] = [of('member_new'), of('member_ended')];
  return {
    recurring: opening.recurring + begun.amount - ended.amount,
    members: opening.members + begun.count - ended.count,
  };
}

/**
 * Returns the figures of a range by period, and of the range before. `sums` must cover both ranges; `opening` contains
 * the values at the beginning of the range before.
 */
export function measure(
  range: DayRange,
  step: FigureStep,
  sums: readonly DailySum[],
  opening: Opening,
): readonly Measure[] {
  const byDay = Map.groupBy(sums, ({ day }) => day);
  const before = collect(within(byDay, rangeBefore(range)), opening);
  const whole = collect(within(byDay, range), after(before));
  const starts = periodsOf(range, step);
  const periods: Sums[] = [];
  let current = whole.opening;
  for (const [index, start] of starts.entries()) {
    const next = starts[index + 1];
    const to = next === undefined ? range.to : addDays(next, -1);
    const period = collect(within(byDay, { from: start, to }), current);
    periods.push(period);
    current = after(period);
  }
  return Object.entries(rules).map(([name, { unit, value }]) => ({
    name: name as MeasureName,
    unit,
    total: value(whole),
    before: value(before),
    values: periods.map(value),
  }));
}

function within(byDay: ReadonlyMap<CalendarDay, readonly DailySum[]>, range: DayRange): readonly DailySum[] {
  return periodsOf(range, 'day').flatMap((day) => byDay.get(day) ?? []);
}
