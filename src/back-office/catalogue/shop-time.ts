import type { CalendarDay } from '#core/model/values.ts';
import { startOfDay } from '#core/rules/basics/calendar.ts';

const shopClock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'Europe/Berlin' });

/**
 * Returns the instant of a day (`2026-11-25`) and time (`09:30`) in the shop's time zone. Null while one is incomplete.
 */
export function shopTime(day: string, time: string): string | null {
  if (!/^[1-9]\d{3}-\d{2}-\d{2}$/.test(day) || !/^\d{2}:\d{2}$/.test(time)) return null;
  const wanted = minutesOf(time);
  const counted = startOfDay(day as CalendarDay) + wanted * 60_000;
  // Daylight saving time may have started or ended since midnight; the clock may already show the next day.
  const off = wanted - minutesOf(shopClock.format(counted));
  const nearest = off > wholeDay / 2 ? off - wholeDay : off;
  return new Date(counted + nearest * 60_000).toISOString();
}

/** Minutes of a day. */
const wholeDay = 24 * 60;

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
