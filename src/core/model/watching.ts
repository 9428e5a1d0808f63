import * as z from 'zod/mini';
import { calendarDay, type Infer } from './primitives.ts';

/** Number of equal parts of a film for which views are counted. */
export const filmParts = 10;

/** Anonymous viewing data that a player reports for a lesson (docs/behaviour/learning.md#sums-of-watching). */
export const watchReport = z.object({
  /** Seconds of the film that were played since the previous report. */
  seconds: z.int().check(z.gte(0), z.lte(600)),
  /** Tenths of the film, from 0, that were played for the first time in this visit. */
  tenths: z.array(z.int().check(z.gte(0), z.lt(filmParts))).check(
    z.maxLength(filmParts),
    z.refine((all) => new Set(all).size === all.length),
  ),
  /** Events that happened for the first time in this visit. */
  is_begun: z.boolean(),
  is_finished: z.boolean(),
  has_failed: z.boolean(),
});

export type WatchReport = Infer<typeof watchReport>;

const count = z.int();

/** Viewing totals of a lesson in a range of days, for operators. */
export const lessonWatching = z.object({
  from: calendarDay,
  to: calendarDay,
  /** All days of the range. */
  days: z.array(
    z.object({ day: calendarDay, plays: count, finishes: count, failures: count, seconds: count }),
  ),
  /** Number of plays in which each tenth of the film was watched, in film order. */
  tenths: z.array(count).check(z.length(filmParts)),
});

export type LessonWatching = Infer<typeof lessonWatching>;
