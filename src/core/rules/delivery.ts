import type { CustomProperties } from '#core/model/cart.ts';
import type { ProductKind } from '#core/model/product.ts';
import type { CalendarDay, Cents } from '#core/model/values.ts';
import { isCalendarDay } from '#core/model/values.ts';
import { addDays, startOfDay } from './calendar.ts';
import type { LegalProfile } from './consumer-rights.ts';
import { legalProfiles } from './consumer-rights.ts';
import { cents, noCents } from './money.ts';

/** Cost of a parcel by country of the shipping address, in cents; every other country is free. */
const shippingCosts: Readonly<Record<string, Cents>> = { AT: cents(499), CH: cents(899) };

/** Cost of a parcel to a country (ISO 3166-1 alpha-2), in cents. Whether the shop delivers there is `isDelivered`. */
export function shippingCost(country: string): Cents {
  return Object.hasOwn(shippingCosts, country) ? (shippingCosts[country] ?? noCents) : noCents;
}

/** Countries that goods are sent to unless the shop's settings say otherwise. */
export const defaultDeliveryCountries: readonly string[] = ['DE', 'AT', 'CH'];

/** Whether goods are sent to a country; an address elsewhere is refused for carts with goods. */
export function isDelivered(country: string, deliveryCountries: readonly string[]): boolean {
  return deliveryCountries.includes(country);
}

/** How many days ahead a gift may be ordered. */
const giftDaysAhead = 365;

/** Hours between eight in the morning, when gifts ordered ahead are delivered, and midnight. */
const hoursToMidnight = 16;

/** Why a gift cannot be ordered as it stands. */
type GiftRefusal = 'RECIPIENT_REQUIRED' | 'DELIVERY_DAY_OUT_OF_REACH';

/** Whether a product is a code that is given away. */
function isGiftCode(kind: ProductKind): boolean {
  return kind === 'gift' || kind === 'voucher';
}

/** The last day a gift may be ordered for, on the day `today`. */
function lastGiftDay(today: CalendarDay): CalendarDay {
  return addDays(today, giftDaysAhead);
}

/**
 * Why a gift line cannot be ordered, null when it can: a delivery by e-mail names whom it goes to, and a day from
 * today to a year ahead. Yesterday still counts and means "at once": a review may last over midnight.
 */
export function validateGift(
  kind: ProductKind,
  { delivery, recipient_email, deliver_on }: CustomProperties,
  today: CalendarDay,
): GiftRefusal | null {
  if (!isGiftCode(kind) || delivery !== 'email') return null;
  if (recipient_email === undefined || recipient_email === '') return 'RECIPIENT_REQUIRED';
  if (deliver_on === undefined) return null;
  const isWithin =
    isCalendarDay(deliver_on) && deliver_on >= addDays(today, -1) && deliver_on <= lastGiftDay(today);
  return isWithin ? null : 'DELIVERY_DAY_OUT_OF_REACH';
}

/** The day a gift is delivered by e-mail; null for at once. */
export function giftDay({ delivery, deliver_on }: CustomProperties, today: CalendarDay): CalendarDay | null {
  return delivery === 'email' && deliver_on !== undefined && deliver_on > today ? deliver_on : null;
}

/** How and when one line is delivered: a key of locales `checkout:delivery`, to whom, and on which day. */
export interface LineDelivery {
  readonly key: LegalProfile['delivery_note'] | 'by_mail_to' | 'by_mail_on';
  /** E-mail address of whoever a code is sent to, when that is not the buyer. */
  readonly recipient: string;
  /** The day of a delivery that was put off, else null. */
  readonly day: CalendarDay | null;
}

/**
 * How a line is delivered (docs/behaviour/checkout-and-payment.md#delivery-of-a-line). A code's own properties decide
 * before its kind does: a printed card goes by post, another person's code to that person, perhaps on a later day.
 */
export function lineDelivery(
  kind: ProductKind,
  properties: CustomProperties,
  today: CalendarDay,
): LineDelivery {
  const key = legalProfiles[kind].delivery_note;
  const plain = { key, recipient: '', day: null };
  if (!isGiftCode(kind)) return plain;
  if (properties.delivery === 'parcel') return { ...plain, key: 'parcel' };
  if (properties.delivery !== 'email') return plain;
  const recipient = properties.recipient_email ?? '';
  const day = giftDay(properties, today);
  return { key: day === null ? 'by_mail_to' : 'by_mail_on', recipient, day };
}

/**
 * Eight in the morning of a day, Europe/Berlin, in milliseconds since the epoch; calculated from the midnight after it,
 * because the clock changes before eight.
 */
export function giftTime(day: CalendarDay): number {
  return startOfDay(addDays(day, 1)) - hoursToMidnight * 3_600_000;
}
