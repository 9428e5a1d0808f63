import { isCalendarDay } from '#core/model/calendar-day.ts';
import type { CustomProperties } from '#core/model/cart.ts';
import type { ProductKind } from '#core/model/product.ts';
import type { CalendarDay, Cents } from '#core/model/values.ts';
import { addDays, startOfDay } from '#core/rules/basics/calendar.ts';
import { cents, noCents } from '#core/rules/basics/money.ts';
import { type LegalProfile, legalProfiles } from '#core/rules/consumer-rights/consumer-rights.ts';

/** Shipping cost by country of the address, in cents; 0 for every country that is not listed. */
const shippingCosts: Readonly<Record<string, Cents>> = { AT: cents(499), CH: cents(899) };

/**
 * Returns the shipping cost to a country (ISO 3166-1 alpha-2), in cents. Does not check whether the shop
 * delivers there; see `isDelivered`.
 */
export function shippingCost(country: string): Cents {
  return Object.hasOwn(shippingCosts, country) ? (shippingCosts[country] ?? noCents) : noCents;
}

/** Delivery times from the content: for all countries, and for single ones. */
interface DeliveryTimes {
  readonly delivery_time: string;
  readonly delivery_times?: Readonly<Record<string, string>> | undefined;
}

/**
 * Returns the delivery time of goods to a country; the general text while the address is not known (null) or if the
 * country has no time of its own.
 */
export function deliveryTimeTo(times: DeliveryTimes, country: string | null): string {
  const own = times.delivery_times ?? {};
  return country !== null && Object.hasOwn(own, country)
    ? (own[country] ?? times.delivery_time)
    : times.delivery_time;
}

/** Countries to which goods are shipped unless the settings of the shop name others. */
export const defaultDeliveryCountries: readonly string[] = ['DE', 'AT', 'CH'];

/** Returns whether goods are shipped to a country. A cart with goods refuses an address in any other country. */
export function isDelivered(country: string, deliveryCountries: readonly string[]): boolean {
  return deliveryCountries.includes(country);
}

/** Maximum number of days between the order of a gift and its delivery. */
const giftDaysAhead = 365;

/** Hours from 8:00, the time at which scheduled gifts are delivered, to midnight. */
const hoursToMidnight = 16;

/** Why a gift cannot be ordered with its current properties. */
type GiftRefusal = 'RECIPIENT_REQUIRED' | 'DELIVERY_DAY_OUT_OF_REACH';

/** Returns whether a product is delivered as a code (gift or voucher). */
function isGiftCode(kind: ProductKind): boolean {
  return kind === 'gift' || kind === 'voucher';
}

/** Returns the last day for which a gift can be ordered `today`. */
function lastGiftDay(today: CalendarDay): CalendarDay {
  return addDays(today, giftDaysAhead);
}

/**
 * Returns why a gift line cannot be ordered, or null when it can. A delivery by e-mail needs a recipient and,
 * if it has a day, a day from today to 365 days ahead. Yesterday is accepted too and means immediate
 * delivery, because the checkout may have been open over midnight.
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

/** Returns the day on which a gift is sent by e-mail; null when it is sent immediately or not by e-mail. */
export function giftDay({ delivery, deliver_on }: CustomProperties, today: CalendarDay): CalendarDay | null {
  return delivery === 'email' && deliver_on !== undefined && deliver_on > today ? deliver_on : null;
}

/** How and when a line is delivered. `key` is a key of locales `checkout:delivery`. */
export interface LineDelivery {
  readonly key: LegalProfile['delivery_note'] | 'by_mail_to' | 'by_mail_on';
  /** E-mail address to which a code is sent when it is not sent to the buyer, otherwise empty. */
  readonly recipient: string;
  /** The scheduled day of the delivery; null when it is not scheduled. */
  readonly day: CalendarDay | null;
}

/**
 * Returns how a line is delivered (docs/behaviour/checkout-and-payment.md#delivery-of-a-line). For a gift or
 * voucher its properties decide: printed on card as a parcel, or by e-mail to another person, immediately or
 * on a later day.
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
 * Returns 8:00 of a day in Berlin, in milliseconds since the epoch. Computed backwards from the next
 * midnight, because the daylight-saving change of the day is always before 8:00.
 */
export function giftTime(day: CalendarDay): number {
  return startOfDay(addDays(day, 1)) - hoursToMidnight * 3_600_000;
}
