import type { CalendarDay } from '#core/model/values.ts';
import { addDays, daysBetween } from './calendar.ts';

/** Public holidays in all of Germany that have the same date each year, as `MM-DD`. */
const fixedHolidays: readonly string[] = ['01-01', '05-01', '10-03', '12-25', '12-26'];

/** Days between Easter Sunday and the other holidays: Good Friday, Easter Monday, Ascension, Whit Monday. */
const movableHolidays: readonly number[] = [-2, 1, 39, 50];

/**
 * Further holidays with the same date each year: of single German states (Epiphany, Women's Day, Augsburg's Peace
 * Festival, Assumption, Children's Day, Reformation Day, All Saints), of Austria (National Day, Immaculate Conception),
 * of several Swiss cantons (Berchtold's Day, Saint Joseph, National Day) and of single ones (Neuchâtel's Republic Day,
 * Jura's Independence Day, Peter and Paul, Saint Maurice, Nicholas of Flüe, Geneva's Restoration Day).
 */
const regionalHolidays: readonly string[] = [
  ...['01-06', '03-08', '08-08', '08-15', '09-20', '10-31', '11-01'],
  ...['10-26', '12-08'],
  ...['01-02', '03-19', '08-01'],
  ...['03-01', '06-23', '06-29', '09-22', '09-25', '12-31'],
];

/** Days between Easter Sunday and Corpus Christi. */
const corpusChristi = 60;

/** Holidays on a fixed weekday (0 is Monday) within a range of seven dates. */
const weekdayHolidays: readonly { readonly weekday: number; readonly from: string; readonly to: string }[] = [
  // Day of Repentance, in Saxony.
  { weekday: 2, from: '11-16', to: '11-22' },
  // Geneva Fast: the Thursday after the first Sunday of September.
  { weekday: 3, from: '09-05', to: '09-11' },
  // Monday after the Federal Fast, in Vaud: after the third Sunday of September.
  { weekday: 0, from: '09-16', to: '09-22' },
];

/** The Näfels Pilgrimage, in Glarus: the first Thursday of April, a week later if that is Maundy Thursday. */
const naefels = { weekday: 3, first: '04-01', last: '04-07', maundyThursday: -3 };

/** A Monday, from which weekdays are counted. */
const someMonday = '1970-01-05';

/**
 * Returns whether a day is neither Saturday nor Sunday nor a public holiday in all of Germany (§ 193 BGB).
 */
export function isWorkingDay(day: CalendarDay): boolean {
  return weekdayOf(day) < 5 && !isHoliday(day);
}

/**
 * Returns whether a day is a working day for every buyer: no holiday of any German state, of Austria or of any Swiss
 * canton (docs/behaviour/consumer-rights.md#withdrawal-period).
 */
export function isWorkingDayEverywhere(day: CalendarDay): boolean {
  return isWorkingDay(day) && !isRegionalHoliday(day);
}

/**
 * Returns the day itself if it is a working day for every buyer, otherwise the next one: the end of a buyer's deadline.
 */
export function workingDayFrom(day: CalendarDay): CalendarDay {
  let found = day;
  while (!isWorkingDayEverywhere(found)) found = addDays(found, 1);
  return found;
}

/**
 * Returns the `count`-th working day in Germany after a day, for example when a parcel may arrive. The day itself does
 * not count. `count` is at least 1.
 */
export function workingDaysLater(day: CalendarDay, count: number): CalendarDay {
  let found = day;
  for (let passed = 0; passed < count; passed += isWorkingDay(found) ? 1 : 0) found = addDays(found, 1);
  return found;
}

/** Returns the number of days since Monday. */
function weekdayOf(day: CalendarDay): number {
  return ((daysBetween(someMonday, day) % 7) + 7) % 7;
}

function isHoliday(day: CalendarDay): boolean {
  if (fixedHolidays.includes(day.slice(5))) return true;
  return movableHolidays.includes(daysAfterEaster(day));
}

function isRegionalHoliday(day: CalendarDay): boolean {
  const date = day.slice(5);
  if (regionalHolidays.includes(date) || isNaefels(day)) return true;
  const isIn = ({ from, to }: (typeof weekdayHolidays)[number]) => date >= from && date <= to;
  if (weekdayHolidays.some((one) => one.weekday === weekdayOf(day) && isIn(one))) return true;
  return daysAfterEaster(day) === corpusChristi;
}

function isNaefels(day: CalendarDay): boolean {
  const { weekday, first, last, maundyThursday } = naefels;
  if (weekdayOf(day) !== weekday) return false;
  const isFirst = (thursday: CalendarDay) => thursday.slice(5) >= first && thursday.slice(5) <= last;
  const weekBefore = addDays(day, -7);
  return isFirst(day)
    ? daysAfterEaster(day) !== maundyThursday
    : isFirst(weekBefore) && daysAfterEaster(weekBefore) === maundyThursday;
}

/** Returns the number of days since Easter Sunday of the same year; negative before it. */
function daysAfterEaster(day: CalendarDay): number {
  return daysBetween(easterSunday(Number(day.slice(0, 4))), day);
}

/** Returns Easter Sunday of a year in the Gregorian calendar (Spencer's algorithm). */
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
