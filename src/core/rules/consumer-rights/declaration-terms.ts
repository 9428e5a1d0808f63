import type { CalendarDay } from '#core/model/values.ts';
import { addDays } from '#core/rules/basics/calendar.ts';

/** Number of days within which the money of a withdrawal must be refunded (§ 355 (3), § 357 (1) BGB). */
const paybackDays = 14;

/**
 * Returns the last day on which an operator may decide on a declaration received on a day; null for a cancellation, for
 * which the law sets no deadline (docs/behaviour/operations.md#declarations-for-operators).
 */
export function decisionDueDay(
  kind: 'withdrawal' | 'cancellation',
  receivedOn: CalendarDay,
): CalendarDay | null {
  return kind === 'withdrawal' ? addDays(receivedOn, paybackDays) : null;
}
