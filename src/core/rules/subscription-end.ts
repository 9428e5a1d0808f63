import type { CalendarDay, Cents } from '#core/model/primitives.ts';
import type { SubscriptionEnd } from '#core/model/subscription.ts';
import { noCents, partOf } from './money.ts';
import { dueDay } from './subscription-period.ts';
import { addDays, laterDay } from './validity.ts';

/** What the end of a contract is reckoned from. */
export interface ContractTerm {
  readonly started_on: CalendarDay;
  /** Months of one period. */
  readonly period_months: number;
  /** Periods paid so far, the first included. */
  readonly paid_periods: number;
  /** What the running period has cost, in cents. */
  readonly price: Cents;
  /** The running period is not paid: its charge was refused and is tried again. */
  readonly is_past_due: boolean;
}

type Periods = Omit<ContractTerm, 'price' | 'is_past_due'>;

/**
 * How a contract ends that is cancelled `today` (decisions §4). A period that is not paid ends at once. The first term
 * and a monthly subscription run to the end of what is paid. A longer period after the first term ends with the
 * current month of the contract, one month from today at the latest, and its other months are given back (§ 309 Nr. 9
 * BGB).
 */
export function endOfContract(term: ContractTerm, today: CalendarDay): SubscriptionEnd {
  if (term.is_past_due) return { ends_on: today, refund: noCents };
  const { period_months, paid_periods, price } = term;
  if (paid_periods <= 1 || period_months === 1) {
    return { ends_on: lastDayOfMonth(term, period_months), refund: noCents };
  }
  const begun = monthsBegun(term, today);
  // Months of 31 days end later than one month from the last day of February.
  const notice = addDays(dueDay(today, 1, 1), -1);
  const monthEnd = lastDayOfMonth(term, begun);
  return {
    ends_on: laterDay(notice, monthEnd) === notice ? monthEnd : notice,
    refund: partOf(price, period_months - begun, period_months),
  };
}

/** Whether a contract that ends on this day leaves months of the paid period unused, so that they were given back. */
export function endsEarly(term: Periods, endsOn: CalendarDay): boolean {
  return monthsBegun(term, endsOn) < term.period_months;
}

/** Months of the running period that have begun, the current one included: from 1 to all of them. */
function monthsBegun(term: Periods, today: CalendarDay): number {
  let months = 1;
  while (months < term.period_months && lastDayOfMonth(term, months) < today) months += 1;
  return months;
}

/** The last day of a month of the running period, counted from 1. */
function lastDayOfMonth({ started_on, period_months, paid_periods }: Periods, month: number): CalendarDay {
  return addDays(dueDay(started_on, 1, period_months * (paid_periods - 1) + month), -1);
}
