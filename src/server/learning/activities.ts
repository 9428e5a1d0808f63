import { sql } from 'kysely';
import type { Activity } from '#api/learning/learning-endpoints.ts';
import type { Locale } from '#core/model/values.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { numberedPage } from '#server/platform/database/list-page.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import type { MediaLibrary } from '#server/platform/media/media-library.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { currentFilms } from './films/packaged-films.ts';
import { findLesson } from './lesson-access.ts';

interface ActivityListOptions {
  readonly userId: string;
  /** A course's id, or null for all courses. */
  readonly course: string | null;
  readonly number: number;
  readonly size: number;
}

/** Lists watched lessons that still belong to their course, newest first, paginated. */
export async function listActivities(
  { db, media }: Pick<ServerContext, 'db'> & { readonly media: MediaLibrary },
  { userId, course, number, size }: ActivityListOptions,
  locale: Locale,
): Promise<{ readonly items: Activity[]; readonly total: number }> {
  const shown = db
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
    .where('lessons.is_active', '=', true)
    .$if(course !== null, (query) => query.where('lessons.course_id', '=', course))
    .orderBy('lesson_progress.watched_at', 'desc')
    .orderBy('lessons.id');
  const counted = db
    .selectFrom('lesson_progress')
    .innerJoin('lessons', 'lessons.id', 'lesson_progress.lesson_id')
    .where('user_id', '=', userId)
    .where('lessons.is_active', '=', true)
    .$if(course !== null, (query) => query.where('lessons.course_id', '=', course));
  const { rows, total } = await numberedPage(shown, counted, { number, size });
  const ids = rows.map((row) => row.id);
  const films = await currentFilms(db, ids);
  const lengths = await Promise.all(
    ids.map(async (id) => {
      const packaged = Math.round((films.get(id)?.facts.seconds ?? 0) * 10) / 10;
      return packaged || media.seconds((await media.file(id, 'mp4')) ?? undefined);
    }),
  );
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

interface Watched {
  readonly userId: string;
  readonly lesson: string;
  /** Seconds from the start. */
  readonly position_seconds: number;
  readonly is_finished: boolean;
  /** ISO 8601; default: now. */
  readonly watched_at?: string | undefined;
}

interface Progress {
  readonly position_seconds: number;
  readonly is_finished: boolean;
  readonly watched_at: string;
}

/**
 * Stores a user's progress in one statement and returns the stored progress. Ignores progress older than the stored
 * one, so that a late request never moves it back. Limits positions to the lesson's length and `watched_at` to now; a
 * finished lesson stays finished. `UNAUTHENTICATED` if the account was deleted since the request began.
 */
export async function saveProgress(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  watched: Watched,
): Promise<Result<Progress, DomainFailure>> {
  const lesson = await findLesson(db, watched.lesson, watched.userId);
  if (!lesson.ok) return lesson;
  const now = clock.now();
  const reported = watched.watched_at === undefined ? now : Date.parse(watched.watched_at);
  const position = Math.min(Math.floor(watched.position_seconds), lesson.value.length_seconds);
  const watchedAt = new Date(Math.min(reported, now));
  // `for key share` waits for an erasure of the account, as the foreign key would, and then sees its result.
  await sql`
    insert into lesson_progress (user_id, lesson_id, position_seconds, is_finished, watched_at)
    select id, ${lesson.value.id}::text, ${position}::integer, ${watched.is_finished}::boolean,
      ${watchedAt}::timestamptz
    from users where id = ${watched.userId} and deleted_at is null for key share
    on conflict (user_id, lesson_id) do update set position_seconds = excluded.position_seconds,
      is_finished = lesson_progress.is_finished or excluded.is_finished, watched_at = excluded.watched_at
    where lesson_progress.watched_at <= excluded.watched_at`.execute(db);
  const stored = await db
    .selectFrom('lesson_progress')
    .select(['position_seconds', 'is_finished', 'watched_at'])
    .where('user_id', '=', watched.userId)
    .where('lesson_id', '=', lesson.value.id)
    .executeTakeFirst();
  return stored === undefined ? err(domainFailure('UNAUTHENTICATED')) : ok(toProgress(stored));
}

export function toProgress(row: {
  readonly position_seconds: number;
  readonly is_finished: boolean;
  readonly watched_at: Date;
}): Progress {
  return {
    position_seconds: row.position_seconds,
    is_finished: row.is_finished,
    watched_at: row.watched_at.toISOString(),
  };
}
