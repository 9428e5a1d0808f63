import * as z from 'zod/mini';
import { calendarDay, type Infer } from './primitives.ts';

/** Parts of a film that are told apart. */
export const filmParts = 10;

/** What a player adds to the sums of a lesson; it names nobody (docs/behaviour/learning.md#sums-of-watching). */
export const watchReport = z.object({
  /** Seconds of the film that were played since the report before. */
  seconds: z.int().check(z.gte(0), z.lte(600)),
  /** Tenths of the film, from 0, that were played for the first time in this visit. */
  tenths: z.array(z.int().check(z.gte(0), z.lt(filmParts))).check(
    z.maxLength(filmParts),
    z.refine((all) => new Set(all).size === all.length),
  ),
  /** What happened for the first time in this visit. */
  is_begun: z.boolean(),
  is_finished: z.boolean(),
  has_failed: z.boolean(),
});

export type WatchReport = Infer<typeof watchReport>;

const count = z.int();

/** The sums of a lesson in a range of days, as operators see them. */
export const lessonWatching = z.object({
  from: calendarDay,
  to: calendarDay,
  /** Every day of the range. */
  days: z.array(
    z.object({ day: calendarDay, plays: count, finishes: count, failures: count, seconds: count }),
  ),
  /** In how many plays each tenth of the film was watched, the first first. */
  tenths: z.array(count).check(z.length(filmParts)),
});

export type LessonWatching = Infer<typeof lessonWatching>;
