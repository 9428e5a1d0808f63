import type { CalendarDay } from '#core/model/primitives.ts';

/** The days of the shop begin and end by this clock. */
const shopTimeZone = 'Europe/Berlin';

const millisecondsPerHour = 3_600_000;
const millisecondsPerDay = 24 * millisecondsPerHour;

/** How long provision links and referral codes hold, in days (specification §5, §9). */
const validityDays = 7;

/** Made when it is first asked for: that takes a phone 40 milliseconds, and few pages of the shop ask. */
let shopCalendar: Intl.DateTimeFormat | undefined;

/** The shop's calendar day at a point in time (milliseconds since the epoch). */
export function calendarDay(now: number): CalendarDay {
  // The Swedish short form is YYYY-MM-DD.
  shopCalendar ??= new Intl.DateTimeFormat('sv-SE', {
    timeZone: shopTimeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return shopCalendar.format(new Date(now));
}

/**
 * The moment at which a calendar day begins for the shop, in milliseconds since the epoch.
 * @throws RangeError when `day` is no calendar day.
 */
export function startOfDay(day: CalendarDay): number {
  const midnightInUtc = requireDayNumber(day) * millisecondsPerDay;
  // Berlin is two hours ahead in summer and one in winter; the hour changes at two in the morning, never at midnight.
  const inSummer = midnightInUtc - 2 * millisecondsPerHour;
  return calendarDay(inSummer) === day ? inSummer : midnightInUtc - millisecondsPerHour;
}

/**
 * Whole days from one calendar day to another, negative when `to` is earlier.
 * @throws RangeError when one of them is no calendar day.
 */
export function daysBetween(from: CalendarDay, to: CalendarDay): number {
  return requireDayNumber(to) - requireDayNumber(from);
}

/**
 * The day `days` later (or earlier, when negative).
 * @throws RangeError when `day` is no calendar day.
 */
export function addDays(day: CalendarDay, days: number): CalendarDay {
  return toCalendarDay(requireDayNumber(day) + days);
}

/**
 * The later of two days.
 * @throws RangeError when one of them is no calendar day.
 */
export function laterDay(one: CalendarDay, other: CalendarDay): CalendarDay {
  return daysBetween(one, other) > 0 ? other : one;
}

/**
 * Whether something stored on `date` still holds `today`: on that day and the six after it, not on day 7 and not
 * before the stored day (specification §5, decisions §6). A text that is no day never holds.
 */
export function isStillValid(date: string, today: CalendarDay): boolean {
  const stored = dayNumber(date);
  if (stored === null) return false;
  const age = requireDayNumber(today) - stored;
  return age >= 0 && age < validityDays;
}

/** Days since 1970-01-01, or null for what is no day. UTC serves as a calendar without summer time. */
function dayNumber(day: string): number | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  if (parts === null) return null;
  const number = Date.parse(`${day}T00:00:00Z`) / millisecondsPerDay;
  return Number.isInteger(number) && toCalendarDay(number) === day ? number : null;
}

function requireDayNumber(day: CalendarDay): number {
  const number = dayNumber(day);
  if (number === null) throw new RangeError(`Not a calendar day (YYYY-MM-DD): ${day}`);
  return number;
}

function toCalendarDay(number: number): CalendarDay {
  return new Date(number * millisecondsPerDay).toISOString().slice(0, 10);
}
