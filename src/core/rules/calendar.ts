import type { CalendarDay } from '#core/model/values.ts';

/** Calendar days of the shop begin and end in this time zone. */
const shopTimeZone = 'Europe/Berlin';

const millisecondsPerHour = 3_600_000;
const millisecondsPerDay = 24 * millisecondsPerHour;

/** How long provision links and referral codes hold, in days. */
const validityDays = 7;

/** Created on first use: it takes 40 milliseconds on a phone, and few pages need it. */
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
 * before the stored day. A text that is no day never holds.
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

/** Holidays of all of Germany that stand on the same day each year, as `MM-DD`. */
const fixedHolidays: readonly string[] = ['01-01', '05-01', '10-03', '12-25', '12-26'];

/** Days from Easter Sunday: Good Friday, Easter Monday, Ascension, Whit Monday. */
const movableHolidays: readonly number[] = [-2, 1, 39, 50];

/** 5 January 1970 was a Monday. */
const someMonday = '1970-01-05';

/** Whether a day is neither Saturday nor Sunday nor a holiday everywhere in Germany (§ 193 BGB). */
export function isWorkingDay(day: CalendarDay): boolean {
  const weekday = ((daysBetween(someMonday, day) % 7) + 7) % 7;
  return weekday < 5 && !isHoliday(day);
}

/** The day itself when it is a working day, else the next one. */
export function workingDayFrom(day: CalendarDay): CalendarDay {
  let found = day;
  while (!isWorkingDay(found)) found = addDays(found, 1);
  return found;
}

function isHoliday(day: CalendarDay): boolean {
  if (fixedHolidays.includes(day.slice(5))) return true;
  return movableHolidays.includes(daysBetween(easterSunday(Number(day.slice(0, 4))), day));
}

/** Easter Sunday of the Gregorian calendar (Spencer's rule). */
function easterSunday(year: number): CalendarDay {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const inCentury = year % 100;
  const moonShift = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - moonShift + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(inCentury / 4) - epact - (inCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const sum = epact + weekday - 7 * late + 114;
  const month = String(Math.floor(sum / 31)).padStart(2, '0');
  const date = String((sum % 31) + 1).padStart(2, '0');
  return `${String(year).padStart(4, '0')}-${month}-${date}`;
}

const minute = 60;
const hour = 3600;

/** A length in whole hours and minutes, as programmes print it. `seconds` is rounded to the nearest minute. */
export function hoursAndMinutes(seconds: number): { readonly hours: number; readonly minutes: number } {
  const minutes = Math.round(seconds / minute);
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}

/** A length as a clock shows it: `12:40`, or `1:02:05` from an hour on. */
export function clockLength(seconds: number): string {
  const rest = [Math.floor((seconds % hour) / minute), seconds % minute];
  const hours = Math.floor(seconds / hour);
  const [minutes = '', last = ''] = rest.map((part) => part.toString().padStart(2, '0'));
  return hours > 0 ? `${hours}:${minutes}:${last}` : `${Number(minutes)}:${last}`;
}

/** A length as ISO 8601 writes it: `PT760S`. */
export function isoLength(seconds: number): string {
  return `PT${seconds}S`;
}
