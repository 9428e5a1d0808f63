import { type Kysely, sql } from 'kysely';
import type { CalendarDay } from '#core/model/values.ts';
import { filmParts, type LessonWatching, type WatchReport } from '#core/model/watching.ts';
import { addDays, calendarDay, daysBetween } from '#core/rules/basics/calendar.ts';
import { ok, type Result } from '#core/rules/basics/result.ts';
import type { Database } from '#server/platform/database/schema.ts';
import type { DomainFailure } from '#server/platform/domain-failure.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { findLesson } from './lesson-access.ts';

interface Watched {
  /** Null for a guest. Only checked, never stored. */
  readonly userId: string | null;
  readonly lesson: string;
  readonly report: WatchReport;
}

/**
 * Adds a watch report to the sums per lesson and day (docs/behaviour/learning.md#sums-of-watching). Requires access to
 * the lesson, so that only viewers count.
 */
export async function countWatching(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  { userId, lesson, report }: Watched,
): Promise<Result<true, DomainFailure>> {
  const found = await findLesson(db, lesson, userId);
  if (!found.ok) return found;
  const { seconds, tenths, is_begun, is_finished, has_failed } = report;
  const reached = Array.from({ length: filmParts }, (_, tenth) => Number(tenths.includes(tenth)));
  await sql`
    insert into lesson_watching as before (day, lesson_id, plays, finishes, failures, seconds, tenths)
    values (${calendarDay(clock.now())}, ${found.value.id}, ${Number(is_begun)}, ${Number(is_finished)},
      ${Number(has_failed)}, ${seconds}, ${reached}::integer[])
    on conflict (lesson_id, day) do update set
      plays = before.plays + excluded.plays,
      finishes = before.finishes + excluded.finishes,
      failures = before.failures + excluded.failures,
      seconds = before.seconds + excluded.seconds,
      tenths = (
        select array_agg(old + new order by place)
        from unnest(before.tenths, excluded.tenths) with ordinality as both_of(old, new, place)
      )`.execute(db);
  return ok(true);
}

interface DayRange {
  readonly from: CalendarDay;
  readonly to: CalendarDay;
}

/** Returns the sums of a lesson for a range of days; null if the lesson is unknown. */
export async function readWatching(
  db: Kysely<Database>,
  lesson: string,
  { from, to }: DayRange,
): Promise<LessonWatching | null> {
  const known = await db.selectFrom('lessons').select('id').where('id', '=', lesson).executeTakeFirst();
  if (known === undefined) return null;
  const { rows } = await sql<LessonWatching['days'][number] & { readonly tenths: readonly number[] }>`
    select day::text, plays, finishes, failures, seconds, tenths
    from lesson_watching where lesson_id = ${lesson} and day between ${from} and ${to}`.execute(db);
  const byDay = new Map(rows.map(({ tenths: _, ...sums }) => [sums.day, sums]));
  const nothing = { plays: 0, finishes: 0, failures: 0, seconds: 0 };
  const days = Array.from({ length: daysBetween(from, to) + 1 }, (_, place) => {
    const day = addDays(from, place);
    return byDay.get(day) ?? { day, ...nothing };
  });
  const tenths = Array.from({ length: filmParts }, (_, tenth) =>
    rows.reduce((sum, row) => sum + (row.tenths[tenth] ?? 0), 0),
  );
  return { from, to, days, tenths };
}
