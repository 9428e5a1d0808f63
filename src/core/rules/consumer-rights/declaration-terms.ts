import type { CalendarDay } from '#core/model/values.ts';
import { addDays } from '#core/rules/basics/calendar.ts';

/** Days within which the money of a withdrawal has to be paid back (§ 355 (3), § 357 (1) BGB). */
const paybackDays = 14;

/**
 * The last day on which an operator may answer a declaration that arrived on a day; null for a cancellation, for which
 * the law has no number of days (docs/behaviour/operations.md#declarations-for-operators).
 */
export function answerDue(kind: 'withdrawal' | 'cancellation', receivedOn: CalendarDay): CalendarDay | null {
  return kind === 'withdrawal' ? addDays(receivedOn, paybackDays) : null;
}
