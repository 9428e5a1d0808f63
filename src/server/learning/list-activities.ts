import { sql } from 'kysely';
import type { Activity } from '#api/activities.ts';
import type { Locale } from '#core/rules/locale.ts';
import type { MediaLibrary } from '#server/media/media-library.ts';
import type { HostContext } from '#server/server-context.ts';

interface ActivityQuestion {
  readonly userId: string;
  /** A course's id, or null for all courses. */
  readonly course: string | null;
  readonly number: number;
  readonly size: number;
}

/** One page of the lessons a user has watched, newest first (decisions §5); of one course, or of all. */
export async function listActivities(
  { db, media }: Pick<HostContext, 'db'> & { readonly media: MediaLibrary },
  { userId, course, number, size }: ActivityQuestion,
  locale: Locale,
): Promise<{ readonly items: Activity[]; readonly total: number }> {
  const rows = await db
    .selectFrom('lesson_progress')
    .innerJoin('lessons', 'lessons.id', 'lesson_progress.lesson_id')
    .innerJoin('products', 'products.id', 'lessons.course_id')
    .select([
      'lessons.id',
      'lessons.position as number',
      'lessons.length_seconds',
      'lessons.course_id',
      'products.slug',
      'products.picture',
      'lesson_progress.position_seconds',
      'lesson_progress.is_finished',
      'lesson_progress.watched_at',
      sql<string>`lessons.texts -> ${sql.lit(locale)} ->> 'title'`.as('title'),
      sql<string>`products.card -> ${sql.lit(locale)} ->> 'title'`.as('course_title'),
    ])
    .where('lesson_progress.user_id', '=', userId)
    .$if(course !== null, (query) => query.where('lessons.course_id', '=', course))
    .orderBy('lesson_progress.watched_at', 'desc')
    .orderBy('lessons.id')
    .limit(size)
    .offset((number - 1) * size)
    .execute();
  const { total } = await db
    .selectFrom('lesson_progress')
    .innerJoin('lessons', 'lessons.id', 'lesson_progress.lesson_id')
    .select((where) => where.fn.countAll<number>().as('total'))
    .where('user_id', '=', userId)
    .$if(course !== null, (query) => query.where('lessons.course_id', '=', course))
    .executeTakeFirstOrThrow();
  const lengths = await Promise.all(rows.map((row) => media.seconds(row.id)));
  return {
    total,
    items: rows.map((row, index) => ({
      type: 'activities',
      id: row.id,
      attributes: {
        lesson: {
          id: row.id,
          title: row.title,
          length_seconds: row.length_seconds,
          film_seconds: lengths[index] ?? null,
          number: row.number,
        },
        course: { id: row.course_id, slug: row.slug, title: row.course_title, picture: row.picture },
        position_seconds: row.position_seconds,
        is_finished: row.is_finished,
        watched_at: row.watched_at.toISOString(),
      },
    })),
  };
}
