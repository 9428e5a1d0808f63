import type { ProductData } from '#core/model/product.ts';
import type { Subscription, SubscriptionEnd, SubscriptionStatus } from '#core/model/subscription.ts';
import type { CalendarDay, Cents } from '#core/model/values.ts';
import { addDays, daysBetween, laterDay } from '#core/rules/basics/calendar.ts';
import { noCents, partOf } from '#core/rules/basics/money.ts';
import type { StateMachine } from '#core/rules/basics/state-machine.ts';

/** Returns whether the payment method can be replaced: the subscription renews, or could renew after it is resumed. */
export function takesPaymentMethod(subscription: Subscription): boolean {
  return subscription.renews && subscription.status !== 'expired';
}

/** A user's membership or monthly subscription that gives access. */
export type RunningPlan = Pick<Subscription, 'product' | 'status' | 'paid_until' | 'next_charge' | 'ends_on'>;

/**
 * Returns how a page offers a membership or subscription to a user with these subscriptions
 * (docs/behaviour/subscriptions.md#offers-for-members). `held`: `plan` is the user's running one; `included`: `plan` is
 * the user's membership, which includes the subscription; otherwise it is for sale and `plan` is null.
 */
export function planOffer<Plan extends RunningPlan>(
  product: Pick<ProductData, 'kind'> & { readonly id: string },
  subscriptions: readonly Plan[],
):
  | { readonly offer: 'for_sale'; readonly plan: null }
  | { readonly offer: 'held' | 'included'; readonly plan: Plan } {
  const running = subscriptions.filter(({ status }) => givesAccess(status));
  const held = running.find((plan) => plan.product.id === product.id);
  if (held !== undefined) return { offer: 'held', plan: held };
  const membership = running.find((plan) => plan.product.kind === 'membership');
  if (membership !== undefined && product.kind === 'subscription')
    return { offer: 'included', plan: membership };
  return { offer: 'for_sale', plan: null };
}

/** The events of a subscription or membership. */
export const subscriptionEvents = [
  'start',
  'renew',
  /** The charge on the due day failed. Access continues while the charge is tried again. */
  'fail_renewal',
  /** The charge 3 or 5 days after the due day failed. */
  'fail_retry',
  /** The charge 7 days after the due day failed. */
  'give_up',
  'cancel',
  /** A cancellation was withdrawn before the end of the period. */
  'resume',
  /** The paid period is over and is not renewed: it was cancelled, or comes from a redeemed code. */
  'end_period',
  /** The subscription was withdrawn, or ended early with a refund of unused months. Access ends immediately. */
  'revoke',
] as const;

export type SubscriptionEvent = (typeof subscriptionEvents)[number];

/**
 * State machine of a subscription. In `past_due` the current period is not paid, so a cancellation ends it
 * immediately. A new purchase creates a new subscription.
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

/** Returns whether a subscription in this state gives access. */
export function givesAccess(status: SubscriptionStatus): boolean {
  return status === 'active' || status === 'past_due' || status === 'cancelled';
}

/** Days after the due day on which a failed renewal is charged again. */
const retryDays = [3, 5, 7] as const;

/** Days before a yearly renewal on which a reminder is sent. */
export const reminderDays = 30;

/** Minimum length of a period in months for a reminder. */
export const reminderMonths = 12;

/** Days before the end of a redeemed period shorter than a year for a reminder; `reminderDays` for a redeemed year. */
export const shortReminderDays = 7;

/**
 * Returns the day on which period number `periods` ends and the next one is due, counted from the first day.
 * The day of the month is kept; in a month that is too short the last day is used (31 Jan → 28 Feb → 31 Mar;
 * docs/behaviour/subscriptions.md#due-day).
 * @throws RangeError when `start` is not a calendar day, or the months are not a whole number from 0 on.
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

/**
 * Returns the day of the next charge after `failures` failed charges of the period due on `due`; null when no
 * further charge is tried.
 */
export function nextRetryDay(due: CalendarDay, failures: number): CalendarDay | null {
  if (failures === 0) return due;
  const days = retryDays[failures - 1];
  return days === undefined ? null : addDays(due, days);
}

/** Returns the last day of access when a renewal due on `due` is not paid: 7 days later. */
export function lastDayOfAccess(due: CalendarDay): CalendarDay {
  return addDays(due, Math.max(...retryDays));
}

/**
 * Returns the day from which retries are counted after a refusal on `today`. If the try was late, counted from `first`,
 * all later tries move by the same number of days, so that an outage of the shop does not shorten the customer's time.
 * `failures` is the number of earlier failures.
 */
export function retriesCountFrom(first: CalendarDay, today: CalendarDay, failures: number): CalendarDay {
  const planned = nextRetryDay(first, failures) ?? first;
  return laterDay(first, addDays(first, daysBetween(planned, today)));
}

/**
 * Returns whether tries that never reached the provider end the subscription: one on the last day of access and one
 * after it. If the shop itself was down on the last day, the days left at its last try are granted again from its next
 * try on. `triedOn`: the days of the tries, in order, since the one after `failures` refusals was due.
 */
export function isOutOfRetries(
  countedFrom: CalendarDay,
  failures: number,
  triedOn: readonly CalendarDay[],
): boolean {
  let last = lastDayOfAccess(countedFrom);
  let before = addDays(nextRetryDay(countedFrom, failures) ?? last, -1);
  for (const day of triedOn) {
    const left = daysBetween(before, last);
    if (day > last) {
      if (left <= 0) return true;
      last = addDays(day, left - 1);
    }
    before = day;
  }
  return false;
}

/** The event and the next try after a failed charge. */
type FailedRenewal =
  | { readonly event: 'fail_renewal' | 'fail_retry'; readonly next_try: CalendarDay }
  | { readonly event: 'give_up'; readonly next_try: null };

/**
 * Returns the event and the next try after a failed charge. `failures` is the number of earlier failures. `countedFrom`
 * is the due day, or the first try if the shop charged late, moved by later delays (`retriesCountFrom`).
 */
export function afterRefusal(countedFrom: CalendarDay, failures: number): FailedRenewal {
  const next_try = nextRetryDay(countedFrom, failures + 1);
  if (next_try === null) return { event: 'give_up', next_try };
  return { event: failures === 0 ? 'fail_renewal' : 'fail_retry', next_try };
}

/** Returns the price of a renewal in cents: the regular price, because a coupon reduces the first period only. */
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

/** The data from which the end of a subscription is computed. */
export interface SubscriptionTerm {
  readonly started_on: CalendarDay;
  /** Length of one period in months. */
  readonly period_months: number;
  /** Number of paid periods, including the first one. */
  readonly paid_periods: number;
  /** Price of the current period in cents. */
  readonly price: Cents;
  /** True when the current period is not paid: its charge failed and is tried again. */
  readonly is_past_due: boolean;
}

type Periods = Omit<SubscriptionTerm, 'price' | 'is_past_due'>;

/** Returns the number of the paid period that contains a day; the last one for a day after all of them. */
export function periodOn({ started_on, period_months, paid_periods }: Periods, day: CalendarDay): number {
  let period = paid_periods;
  while (period > 1 && day < dueDay(started_on, period_months, period - 1)) period -= 1;
  return period;
}

/**
 * Returns the last day and the refund of a subscription that is cancelled on `day`, based on the period of that day;
 * later paid periods are refunded separately. An unpaid period ends immediately. The first period, and every period of
 * a monthly subscription, ends on its last paid day. A later yearly period ends with the current month of the contract,
 * at most one month after `day`, and its unused months are refunded (§ 309 Nr. 9 BGB).
 */
export function endOfSubscription(current: SubscriptionTerm, day: CalendarDay): SubscriptionEnd {
  const { started_on, period_months, price } = current;
  const isUnpaid = current.is_past_due && day >= dueDay(started_on, period_months, current.paid_periods);
  if (isUnpaid) return { ends_on: day, refund: noCents };
  const term = { ...current, paid_periods: periodOn(current, day) };
  if (term.paid_periods === 1 || period_months === 1) {
    return { ends_on: lastDayOfMonth(term, period_months), refund: noCents };
  }
  const begun = monthsBegun(term, day);
  // A month of 31 days can end later than one month after the last day of February.
  const notice = addDays(dueDay(day, 1, 1), -1);
  const monthEnd = lastDayOfMonth(term, begun);
  return {
    ends_on: laterDay(notice, monthEnd) === notice ? monthEnd : notice,
    refund: partOf(price, period_months - begun, period_months),
  };
}

/**
 * Returns whether a subscription that ends on this day has unused paid months, which were refunded. A month ends early
 * if it was cancelled while past due and its payment arrived later.
 */
export function endsEarly(term: Periods, endsOn: CalendarDay): boolean {
  if (term.period_months === 1) return endsOn < lastDayOfMonth(term, 1);
  return periodOn(term, endsOn) < term.paid_periods || monthsBegun(term, endsOn) < term.period_months;
}

/** Returns how many months of the current period have begun, including the current month. */
function monthsBegun(term: Periods, today: CalendarDay): number {
  let months = 1;
  while (months < term.period_months && lastDayOfMonth(term, months) < today) months += 1;
  return months;
}

/** Returns the last day of a month of the current period; `month` counts from 1. */
function lastDayOfMonth({ started_on, period_months, paid_periods }: Periods, month: number): CalendarDay {
  return addDays(dueDay(started_on, 1, period_months * (paid_periods - 1) + month), -1);
}
