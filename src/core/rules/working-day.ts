import type { CalendarDay } from '#core/model/primitives.ts';
import { addDays, daysBetween } from './validity.ts';

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
