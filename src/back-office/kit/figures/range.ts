import { isCalendarDay } from '#core/model/calendar-day.ts';
import { type FigureStep, figureSteps } from '#core/model/figures.ts';
import type { CalendarDay } from '#core/model/values.ts';
import { addDays, calendarDay, daysBetween } from '#core/rules/basics/calendar.ts';

export interface FigureRange {
  readonly from: CalendarDay;
  readonly to: CalendarDay;
  readonly step: FigureStep;
}

/** Offered ranges in days. */
export const offeredDays = [7, 30, 90, 365] as const;

/** Returns the range of `days` days that ends today. */
export function lastDays(days: number, now: number): FigureRange {
  const to = calendarDay(now);
  const step = days > 180 ? 'month' : days > 31 ? 'week' : 'day';
  return { from: addDays(to, 1 - days), to, step };
}

/** Returns the previous calendar month, with a step of one day. */
export function lastMonth(now: number): FigureRange {
  const today = calendarDay(now);
  const to = addDays(today, -Number(today.slice(8)));
  return { from: `${to.slice(0, 8)}01`, to, step: 'day' };
}

/** Reads the range from the URL. Falls back to the last 30 days if it is missing, invalid or longer than five years. */
export function readRange(search: URLSearchParams, now: number): FigureRange {
  const usual = lastDays(30, now);
  const [from, to] = [search.get('from'), search.get('to')];
  const step = figureSteps.find((known) => known === search.get('step'));
  if (!isCalendarDay(from) || !isCalendarDay(to) || from > to || daysBetween(from, to) >= 1827)
    return { ...usual, step: step ?? usual.step };
  return { from, to, step: step ?? 'day' };
}
