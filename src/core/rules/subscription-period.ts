import type { CalendarDay, Cents } from '#core/model/primitives.ts';
import type { ProductData } from '#core/model/product.ts';
import { addDays, daysBetween, laterDay } from './validity.ts';

/** Days after the due day on which a failed renewal is tried again (decisions §4). */
const retryDays = [3, 5, 7] as const;

/** Months of one period by what renews: the membership is billed yearly, a subscription monthly (decisions §3). */
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
 * (31 Jan → 28 Feb → 31 Mar, decisions §4).
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

/** The last day of access while a renewal due on `due` stays unpaid: day 7 (decisions §4). */
export function lastDayOfAccess(due: CalendarDay): CalendarDay {
  return addDays(due, Math.max(...retryDays));
}

/** What follows from a charge of the due period that was refused. */
export type FailedRenewal =
  | { readonly event: 'fail_renewal' | 'fail_retry'; readonly next_try: CalendarDay }
  | { readonly event: 'give_up'; readonly next_try: null };

/**
 * What becomes of a contract whose period could not be charged, `failures` refusals before this one not counting it
 * (decisions §4). Days count from the due day, or from the first try when the shop itself was late, so that nobody
 * loses days because the shop stood still.
 */
export function afterRefusal(due: CalendarDay, firstTriedOn: CalendarDay, failures: number): FailedRenewal {
  const next_try = nextTry(laterDay(due, firstTriedOn), failures + 1);
  if (next_try === null) return { event: 'give_up', next_try };
  return { event: failures === 0 ? 'fail_renewal' : 'fail_retry', next_try };
}

/** What a renewal charges, in cents: the plain price, because coupons lower the first period only (decisions §4). */
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
