import type { CalendarDay } from '#core/model/primitives.ts';
import { isCalendarDay } from '#core/model/primitives.ts';
import type { AddressQuery } from './address-query.ts';
import { queryValue } from './address-query.ts';
import { isStillValid } from './validity.ts';

/** Key of the stored referral in local storage (specification §3). */
export const referralKey = 'referralCode';

/** Who recommended the shop, and on which day (specification §3). */
export interface Referral {
  readonly ref: string;
  readonly date: CalendarDay;
}

/** The referral a visitor came by: `?ref=CODE`, but not `ref=cart`, which is the way back to the cart (decisions §6). */
export function referralOf(query: AddressQuery, today: CalendarDay): Referral | null {
  const ref = queryValue(query, 'ref');
  return ref === null || ref === 'cart' ? null : { ref, date: today };
}

/** The stored code while it applies: less than 7 days old and not from the future (specification §5). Never throws. */
export function validReferralCode(text: string | null, today: CalendarDay): string | null {
  const referral = text === null ? null : parseReferral(text);
  return referral !== null && isStillValid(referral.date, today) ? referral.ref : null;
}

/** The text to store for a referral. */
export function serialiseReferral(referral: Referral): string {
  return JSON.stringify(referral);
}

function parseReferral(text: string): Referral | null {
  try {
    const { ref, date } = JSON.parse(text) as Partial<Record<string, unknown>>;
    return typeof ref === 'string' && ref !== '' && isCalendarDay(date) ? { ref, date } : null;
  } catch {
    return null;
  }
}
