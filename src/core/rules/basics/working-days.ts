import type { CalendarDay } from '#core/model/values.ts';
import { addDays, daysBetween } from './calendar.ts';

/** Public holidays in all of Germany that have the same date each year, as `MM-DD`. */
const fixedHolidays: readonly string[] = ['01-01', '05-01', '10-03', '12-25', '12-26'];

/** Days between Easter Sunday and the other holidays: Good Friday, Easter Monday, Ascension, Whit Monday. */
const movableHolidays: readonly number[] = [-2, 1, 39, 50];

/** A Monday, from which weekdays are counted. */
const someMonday = '1970-01-05';

/**
 * Returns whether a day is neither Saturday nor Sunday nor a public holiday in all of Germany (§ 193 BGB).
 */
export function isWorkingDay(day: CalendarDay): boolean {
  const weekday = ((daysBetween(someMonday, day) % 7) + 7) % 7;
  return weekday < 5 && !isHoliday(day);
}

/** Returns the day itself if it is a working day, otherwise the next working day. */
export function workingDayFrom(day: CalendarDay): CalendarDay {
  let found = day;
  while (!isWorkingDay(found)) found = addDays(found, 1);
  return found;
}

/** Returns the `count`-th working day after a day; the day itself does not count. `count` is at least 1. */
export function workingDaysLater(day: CalendarDay, count: number): CalendarDay {
  let found = day;
  for (let passed = 0; passed < count; passed += 1) found = workingDayFrom(addDays(found, 1));
  return found;
}

function isHoliday(day: CalendarDay): boolean {
  if (fixedHolidays.includes(day.slice(5))) return true;
  return movableHolidays.includes(daysBetween(easterSunday(Number(day.slice(0, 4))), day));
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
