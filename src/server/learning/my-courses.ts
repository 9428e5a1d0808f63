import { sql } from 'kysely';
import type { MyCourse } from '#api/learning/learning-endpoints.ts';
import type { Locale } from '#core/model/values.ts';
import { lessonToContinue } from '#core/rules/learning/lesson-progress.ts';
import { openStatuses } from '#server/orders/delivery/content-access.ts';
import { numberedPage } from '#server/platform/database/list-page.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { documentUrl } from './course-document-link.ts';

interface MyCoursesOptions {
  readonly userId: string;
  /** A course's id, or null for all courses. */
  readonly course: string | null;
  readonly number: number;
  readonly size: number;
}

/**
 * Lists the courses that a user may watch, with progress, paginated: last watched first, then owned ones, then those of
 * the membership, in catalogue order (docs/behaviour/learning.md#my-courses). Three queries.
 */
export async function listMyCourses(
  { db, clock, settings }: Pick<ServerContext, 'db' | 'clock' | 'settings'>,
  { userId, course, number, size }: MyCoursesOptions,
  locale: Locale,
): Promise<{ readonly items: MyCourse[]; readonly total: number }> {
  const isOwned = sql<boolean>`exists (select from entitlements
    where user_id = ${userId} and course_id = products.id and revoked_at is null)`;
  const isMember = sql<boolean>`exists (select from subscriptions
    where user_id = ${userId} and status = any(${openStatuses}))`;
  const open = db
    .selectFrom('products')
    .where('kind', '=', 'course')
    .$if(course !== null, (query) => query.where('id', '=', course))
    // Owners keep a course that is taken off sale.
    .where((where) => where.or([isOwned, where.and([isMember, where('is_active', '=', true)])]));
  const shown = open
    .select([
      'id',
      'slug',
      'picture',
      isOwned.as('is_owned'),
      sql<{ title: string; subtitle: string }>`card -> ${sql.lit(locale)}`.as('card'),
      sql<Date | null>`(select max(watched_at) from lesson_progress
        join lessons on lessons.id = lesson_id and lessons.is_active
        where user_id = ${userId} and course_id = products.id)`.as('watched_at'),
    ])
    .orderBy('watched_at', (order) => order.desc().nullsLast())
    .orderBy('is_owned', 'desc')
    .orderBy('position');
  const { rows, total } = await numberedPage(shown, open, { number, size });
  const courses = rows.map(({ id }) => id);
  const lessons = await progressByCourse(db, { userId, courses, locale });
  return {
    total,
    items: rows.map(({ id, slug, picture, card, is_owned, watched_at }) => {
      const own = lessons.get(id) ?? [];
      const finished_count = own.filter((lesson) => lesson.is_finished).length;
      const next = lessonToContinue(own) ?? own[0];
      return {
        type: 'my_courses',
        id,
        attributes: {
          slug,
          title: card.title,
          subtitle: card.subtitle,
          picture,
          is_owned,
          lesson_count: own.length,
          finished_count,
          next: next === undefined ? null : toNext(next),
          watched_at: watched_at?.toISOString() ?? null,
          confirmation_url:
            own.length > 0 && finished_count === own.length
              ? documentUrl(settings.tokenSecret, 'confirmation', {
                  course: id,
                  learner: userId,
                  locale,
                  now: clock.now(),
                })
              : null,
        },
      };
    }),
  };
}

type Next = NonNullable<MyCourse['attributes']['next']>;

function toNext({ id, number, title, position_seconds }: Next): Next {
  return { id, number, title, position_seconds };
}

/** Returns lessons with the user's progress, in order, by course. */
async function progressByCourse(
  db: ServerContext['db'],
  { userId, courses, locale }: { userId: string; courses: readonly string[]; locale: Locale },
) {
  const lessons = await db
    .selectFrom('lessons')
    .leftJoin('lesson_progress', (join) =>
      join.onRef('lesson_id', '=', 'lessons.id').on('user_id', '=', userId),
    )
    .select([
      'lessons.id',
      'course_id',
      'position as number',
      'position_seconds',
      'is_finished',
      'watched_at',
      sql<string>`texts -> ${sql.lit(locale)} ->> 'title'`.as('title'),
    ])
    .where('course_id', '=', sql<string>`any(${courses}::text[])`)
    .where('is_active', '=', true)
    .orderBy('position')
    .execute();
  const read = lessons.map((lesson) => ({
    ...lesson,
    position_seconds: lesson.position_seconds ?? 0,
    is_finished: lesson.is_finished === true,
    watched_at: lesson.watched_at?.getTime() ?? null,
  }));
  return Map.groupBy(read, ({ course_id }) => course_id);
}
