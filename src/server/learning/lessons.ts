import { sql } from 'kysely';
import type { LessonResource } from '#api/learning.ts';
import type { Chapter } from '#core/model/learning.ts';
import type { Result } from '#core/rules/result.ts';
import { ok } from '#core/rules/result.ts';
import type { Caller } from '#server/caller.ts';
import type { DomainFailure } from '#server/domain-failure.ts';
import type { MediaEnding } from '#server/media/media-files.ts';
import type { MediaLibrary } from '#server/media/media-library.ts';
import { describeMedia } from '#server/media/media-library.ts';
import { mediaSignature } from '#server/media/media-signature.ts';
import type { ServerContext } from '#server/server-context.ts';
import { toProgress } from './activities.ts';
import { findLesson } from './lesson-access.ts';

type LessonContext = Pick<ServerContext, 'db' | 'clock' | 'settings'> & { readonly media: MediaLibrary };

/** A row's texts in one language. */
interface LessonTexts {
  readonly title: string;
  readonly summary: string;
  readonly chapters?: readonly Chapter[];
}

/** The data of the player: the lesson, its film, the lessons before and after it, and the user's progress. */
export async function getLesson(
  { db, clock, settings, media }: LessonContext,
  id: string,
  { user, locale }: Pick<Caller, 'user' | 'locale'>,
): Promise<Result<LessonResource, DomainFailure>> {
  const userId = user?.id ?? null;
  const found = await findLesson(db, id, userId);
  if (!found.ok) return found;
  const { course_id, position, part, length_seconds, is_free } = found.value;
  const rows = await db
    .selectFrom('lessons')
    .innerJoin('products', 'products.id', 'lessons.course_id')
    .select([
      'lessons.id',
      'lessons.position',
      'products.slug',
      sql<LessonTexts>`lessons.texts -> ${sql.lit(locale)}`.as('texts'),
      sql<string | null>`lessons.worksheet -> ${sql.lit(locale)} ->> 'title'`.as('worksheet'),
      sql<string>`products.card -> ${sql.lit(locale)} ->> 'title'`.as('course_title'),
      sql<string | null>`products.texts -> ${sql.lit(locale)} -> 'parts' -> ${part}::int ->> 'title'`.as(
        'part_title',
      ),
    ])
    .where('lessons.course_id', '=', course_id)
    .where('lessons.is_active', '=', true)
    .where('lessons.position', 'in', [position - 1, position, position + 1])
    .execute();
  const at = (place: number) => rows.find((row) => row.position === place);
  const here = at(position);
  if (here === undefined) throw new Error(`Lesson ${id} is gone while it is read`);
  const progress =
    userId === null
      ? undefined
      : await db
          .selectFrom('lesson_progress')
          .select(['position_seconds', 'is_finished', 'watched_at'])
          .where('user_id', '=', userId)
          .where('lesson_id', '=', id)
          .executeTakeFirst();
  const addressOf = (ending: MediaEnding) =>
    is_free || user === null
      ? `/media/${id}.${ending}`
      : `/media/${id}.${ending}?${mediaSignature(
          settings.tokenSecret,
          { name: id, ending, sessionId: user.sessionId },
          clock.now(),
        )}`;
  return ok({
    type: 'lessons',
    id,
    attributes: {
      title: here.texts.title,
      summary: here.texts.summary,
      length_seconds,
      is_free,
      number: position,
      part: { number: part + 1, title: here.part_title ?? '' },
      course: { id: course_id, slug: here.slug, title: here.course_title },
      previous_id: at(position - 1)?.id ?? null,
      next_id: at(position + 1)?.id ?? null,
      progress: progress === undefined ? null : toProgress(progress),
      media: await describeMedia(media, id, locale, addressOf),
      // Lessons loaded by an older version have no chapters.
      chapters: [...(here.texts.chapters ?? [])],
      transcript: [...(await media.cues(id, `${locale}.vtt`))],
      worksheet:
        here.worksheet === null ? null : { title: here.worksheet, address: addressOf(`${locale}.pdf`) },
    },
  });
}
