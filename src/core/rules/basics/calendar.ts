import type { CalendarDay } from '#core/model/values.ts';

/** The time zone in which the shop's calendar days begin and end. */
const shopTimeZone = 'Europe/Berlin';

const millisecondsPerHour = 3_600_000;
const millisecondsPerDay = 24 * millisecondsPerHour;

/** Number of days for which a stored provision link or referral code is valid. */
const validityDays = 7;

/** Created on first use, because its creation takes 40 milliseconds on a phone and few pages need it. */
let shopCalendar: Intl.DateTimeFormat | undefined;

/**
 * The last result with its minute since the epoch, as a cache: days begin at whole minutes. A payment calls it ten
 * times.
 */
let lastDay: { readonly minute: number; readonly day: CalendarDay } | undefined;

/** Returns the shop's calendar day at a time (milliseconds since the epoch). */
export function calendarDay(now: number): CalendarDay {
  const minute = Math.floor(now / 60_000);
  if (lastDay?.minute === minute) return lastDay.day;
  // The Swedish locale formats a date as YYYY-MM-DD.
  shopCalendar ??= new Intl.DateTimeFormat('sv-SE', {
    timeZone: shopTimeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const day = shopCalendar.format(new Date(now));
  lastDay = { minute, day };
  return day;
}

/**
 * Returns the time at which a calendar day begins in Berlin, in milliseconds since the epoch.
 * @throws RangeError when `day` is not a calendar day.
 */
export function startOfDay(day: CalendarDay): number {
  const midnightInUtc = requireDayNumber(day) * millisecondsPerDay;
  // Berlin is UTC+2 in summer and UTC+1 in winter. The clock changes at two or three o'clock, never at
  // midnight.
  const inSummer = midnightInUtc - 2 * millisecondsPerHour;
  return calendarDay(inSummer) === day ? inSummer : midnightInUtc - millisecondsPerHour;
}

/**
 * Returns the number of days from one calendar day to another; negative when `to` is earlier.
 * @throws RangeError when one of them is not a calendar day.
 */
export function daysBetween(from: CalendarDay, to: CalendarDay): number {
  return requireDayNumber(to) - requireDayNumber(from);
}

/**
 * Returns the calendar day `days` later (earlier when negative).
 * @throws RangeError when `day` is not a calendar day.
 */
export function addDays(day: CalendarDay, days: number): CalendarDay {
  return toCalendarDay(requireDayNumber(day) + days);
}

/**
 * Returns the later of two days.
 * @throws RangeError when one of them is not a calendar day.
 */
export function laterDay(one: CalendarDay, other: CalendarDay): CalendarDay {
  return daysBetween(one, other) > 0 ? other : one;
}

/**
 * Returns whether something stored on `date` is still valid `today`: on that day and on the six days after
 * it. False for a `date` in the future and for a text that is not a calendar day.
 */
export function isStillValid(date: string, today: CalendarDay): boolean {
  const stored = dayNumber(date);
  if (stored === null) return false;
  const age = requireDayNumber(today) - stored;
  return age >= 0 && age < validityDays;
}

/**
 * Returns the number of days since 1970-01-01, or null for a text that is not a calendar day. Computed in
 * UTC, where every day has 24 hours.
 */
function dayNumber(day: string): number | null {
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

/** Formats a time in the shop's time zone (`2026-12-01 00:20:00`), for files that people read. */
export function shopTime(time: Date): string {
  return time.toLocaleString('sv-SE', { timeZone: shopTimeZone });
}

/** Formats a time for responses (ISO 8601, UTC); null stays null. */
export function isoOf(time: Date | null): string | null {
  return time?.toISOString() ?? null;
}
