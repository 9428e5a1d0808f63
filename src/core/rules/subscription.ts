import type { ProductData } from '#core/model/product.ts';
import type { Subscription, SubscriptionEnd, SubscriptionStatus } from '#core/model/subscription.ts';
import type { CalendarDay, Cents } from '#core/model/values.ts';
import { addDays, daysBetween, laterDay } from './calendar.ts';
import { noCents, partOf } from './money.ts';
import type { StateMachine } from './state-machine.ts';

/** Whether another card may be given: it renews, or may be resumed and renew then. */
export function takesPaymentMethod(subscription: Subscription): boolean {
  return subscription.renews && subscription.status !== 'expired';
}

/** What happens to a subscription or membership. */
export const subscriptionEvents = [
  'start',
  'renew',
  /** The charge of the due day failed; access goes on while it is tried again. */
  'fail_renewal',
  /** A retry after 3 or 5 days failed. */
  'fail_retry',
  /** The retry after 7 days failed. */
  'give_up',
  'cancel',
  /** A cancellation taken back before the period's end. */
  'resume',
  /** The paid period is over and nothing renews it: cancelled, or redeemed by a code. */
  'end_period',
  /** Withdrawn from, or ended early with unused months refunded: access stops at once. */
  'revoke',
] as const;

export type SubscriptionEvent = (typeof subscriptionEvents)[number];

/**
 * State machine of a subscription. A period that is past due has not been paid, so a cancellation ends it
 * at once. A new purchase begins a new subscription.
 */
export const subscriptionStateMachine: StateMachine<SubscriptionStatus, SubscriptionEvent> = {
  initial: 'none',
  final: ['expired'],
  transitions: {
    none: { start: 'active' },
    active: {
      renew: 'active',
      fail_renewal: 'past_due',
      cancel: 'cancelled',
      end_period: 'expired',
      revoke: 'expired',
    },
    past_due: {
      renew: 'active',
      fail_retry: 'past_due',
      give_up: 'expired',
      cancel: 'expired',
      revoke: 'expired',
    },
    cancelled: { resume: 'active', end_period: 'expired', revoke: 'expired' },
    expired: {},
  },
};

/** Whether a subscription in this state gives access to what it covers. */
export function givesAccess(status: SubscriptionStatus): boolean {
  return status === 'active' || status === 'past_due' || status === 'cancelled';
}

/** Days after the due day on which a failed renewal is tried again. */
const retryDays = [3, 5, 7] as const;

/** Months of one period by what renews: the membership is billed yearly, a subscription monthly. */
export const periodMonths = { membership: 12, subscription: 1 } as const;

/** Days before a yearly renewal on which a reminder is sent. */
export const reminderDays = 30;

/** Months of the shortest period whose renewal is announced. */
export const reminderMonths = 12;

/** Days before the end of a redeemed month on which its owner is told; yearly ones are told as early as a renewal. */
export const shortReminderDays = 7;

/**
 * The day on which period number `periods` ends and the next is due, counted from the day the subscription began.
 * The anchor day is kept: a month too short for it takes its last day, the next long one the anchor again
 * (31 Jan → 28 Feb → 31 Mar; docs/behaviour/subscriptions.md#due-day).
 * @throws RangeError when `start` is no calendar day or the months are not whole and from 0 on.
 */
export function dueDay(start: CalendarDay, months: number, periods: number): CalendarDay {
  const total = months * periods;
  if (!Number.isSafeInteger(total) || total < 0) throw new RangeError(`Not a number of months: ${total}`);
  const [year = 0, month = 0, anchor = 0] = addDays(start, 0).split('-').map(Number);
  const monthIndex = year * 12 + (month - 1) + total;
  const firstOfMonth = toFirst(monthIndex);
  const length = daysBetween(firstOfMonth, toFirst(monthIndex + 1));
  return addDays(firstOfMonth, Math.min(anchor, length) - 1);
}

/** The day of the next try after `failures` failed charges of the period due on `due`; null when there is none left. */
export function nextTry(due: CalendarDay, failures: number): CalendarDay | null {
  if (failures === 0) return due;
  const days = retryDays[failures - 1];
  return days === undefined ? null : addDays(due, days);
}

/** The last day of access while a renewal due on `due` stays unpaid: day 7. */
export function lastDayOfAccess(due: CalendarDay): CalendarDay {
  return addDays(due, Math.max(...retryDays));
}

/** What follows from a charge of the due period that was refused. */
type FailedRenewal =
  | { readonly event: 'fail_renewal' | 'fail_retry'; readonly next_try: CalendarDay }
  | { readonly event: 'give_up'; readonly next_try: null };

/**
 * The state of a subscription whose period could not be charged, `failures` refusals before this one not counting it.
 * Days count from the due day, or from the first try when the shop itself was late, so that nobody loses days because
 * the shop stood still.
 */
export function afterRefusal(due: CalendarDay, firstTriedOn: CalendarDay, failures: number): FailedRenewal {
  const next_try = nextTry(laterDay(due, firstTriedOn), failures + 1);
  if (next_try === null) return { event: 'give_up', next_try };
  return { event: failures === 0 ? 'fail_renewal' : 'fail_retry', next_try };
}

/** What a renewal charges, in cents: the plain price, because coupons lower the first period only. */
export function recurringPrice(product: Pick<ProductData, 'price'>): Cents {
  return product.price;
}

function toFirst(monthIndex: number): CalendarDay {
  const year = Math.floor(monthIndex / 12)
    .toString()
    .padStart(4, '0');
  const month = ((monthIndex % 12) + 1).toString().padStart(2, '0');
  return `${year}-${month}-01`;
}

/** The data from which the end of a subscription is calculated. */
export interface SubscriptionTerm {
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

type Periods = Omit<SubscriptionTerm, 'price' | 'is_past_due'>;

/**
 * How a subscription ends that is cancelled `today`. A period that is not paid ends at once. The first term
 * and a monthly subscription run to the end of what is paid. A longer period after the first term ends with the
 * current month of the contract, one month from today at the latest, and its other months are given back (§ 309 Nr. 9
 * BGB).
 */
export function endOfSubscription(term: SubscriptionTerm, today: CalendarDay): SubscriptionEnd {
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

/**
 * Whether a subscription that ends on this day leaves months of the paid period unused, so that they were given back.
 */
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
