import { sql } from 'kysely';
import type { LessonResource } from '#api/learning/learning-endpoints.ts';
import type { Chapter } from '#core/model/learning.ts';
import type { Locale } from '#core/model/values.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import type { ProductTexts } from '#server/catalogue/stored-product.ts';
import { contentAccess, type HeldContent } from '#server/orders/delivery/content-access.ts';
import { orderConfirmationUrl } from '#server/orders/order-confirmation-link.ts';
import type { Caller } from '#server/platform/caller.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import { endingsOfFilm, type MediaEnding } from '#server/platform/media/media-files.ts';
import {
  describeMedia,
  type MediaLibrary,
  type PackagedMedia,
} from '#server/platform/media/media-library.ts';
import { mediaSignature } from '#server/platform/media/media-signature.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { toProgress } from './activities.ts';
import { describeFilm, filmEnding } from './films/film-routes.ts';
import { currentFilms } from './films/packaged-films.ts';
import { findLesson } from './lesson-access.ts';

type LessonContext = Pick<ServerContext, 'db' | 'clock' | 'settings'> & { readonly media: MediaLibrary };

/** A row's texts in one language. */
interface LessonTexts {
  readonly title: string;
  readonly summary: string;
  readonly chapters?: readonly Chapter[];
}

/**
 * Returns the data of the player: the lesson, its film, all lessons of its course, and the user's progress. If the
 * content is on hold (docs/behaviour/consumer-rights.md#record-of-use), it returns the reason instead of film and
 * texts.
 */
export async function getLesson(
  { db, clock, settings, media }: LessonContext,
  id: string,
  { user, locale }: Pick<Caller, 'user' | 'locale'>,
): Promise<Result<LessonResource, DomainFailure>> {
  const userId = user?.id ?? null;
  const found = await findLesson(db, id, userId);
  if (!found.ok) return found;
  const { course_id, position, part, length_seconds, is_free } = found.value;
  const rows = await findLessonsAt(db, { course_id, position, locale });
  const at = (place: number) => rows.find((row) => row.position === place);
  const here = at(position);
  if (here === undefined) throw new Error(`Lesson ${id} is gone while it is read`);
  const outline = (here.parts ?? []).map(({ title, lessons }) => ({ title, lessons: [...lessons] }));
  const progress =
    userId === null
      ? undefined
      : await db
          .selectFrom('lesson_progress')
          .select(['position_seconds', 'is_finished', 'watched_at'])
          .where('user_id', '=', userId)
          .where('lesson_id', '=', id)
          .executeTakeFirst();
  const queryOf = signing({ settings, clock }, is_free ? null : user);
  const addressOf = (ending: MediaEnding) => `/media/${id}.${ending}${queryOf(id, ending)}`;
  const content =
    is_free || userId === null ? null : await contentAccess(db, { clock }, { userId, courseId: course_id });
  // The access may have ended between the two queries.
  if (content?.state === 'refused') return err(domainFailure('FORBIDDEN'));
  const hold = content?.state === 'held' ? toHold(settings.tokenSecret, content.held, clock.now()) : null;
  const files = hold === null ? await media.files(id, endingsOfFilm) : null;
  return ok({
    type: 'lessons',
    id,
    attributes: {
      title: here.texts.title,
      summary: here.texts.summary,
      length_seconds,
      is_free,
      number: position,
      part: { number: part + 1, title: outline[part]?.title ?? '' },
      course: { id: course_id, slug: here.slug, title: here.course_title },
      previous_id: at(position - 1)?.id ?? null,
      next_id: at(position + 1)?.id ?? null,
      outline,
      progress: progress === undefined ? null : toProgress(progress),
      hold,
      media:
        files === null
          ? null
          : await describeMedia(
              media,
              files,
              { locale, packaged: await packagedMedia(db, id, (film) => queryOf(film, filmEnding)) },
              addressOf,
            ),
      // Lessons loaded by an older version have no chapters.
      chapters: [...(here.texts.chapters ?? [])],
      transcript: files === null ? [] : [...(await media.cues(files.get(`${locale}.vtt`)))],
      worksheet:
        here.worksheet === null || hold !== null
          ? null
          : { title: here.worksheet, address: addressOf(`${locale}.pdf`) },
    },
  });
}

interface Place {
  readonly course_id: string;
  readonly position: number;
  readonly locale: Locale;
}

/** Selects the lesson at a position of a course with the whole outline, and its neighbours without. */
function findLessonsAt(db: LessonContext['db'], { course_id, position, locale }: Place) {
  return db
    .selectFrom('lessons')
    .innerJoin('products', 'products.id', 'lessons.course_id')
    .select([
      'lessons.id',
      'lessons.position',
      'products.slug',
      sql<LessonTexts>`lessons.texts -> ${sql.lit(locale)}`.as('texts'),
      // An uploaded worksheet has no title of its own.
      sql<string | null>`coalesce(lessons.worksheet -> ${sql.lit(locale)} ->> 'title',
        (select lessons.texts -> ${sql.lit(locale)} ->> 'title' from lesson_files
          where lesson_id = lessons.id and ending = ${sql.lit(`${locale}.pdf`)}))`.as('worksheet'),
      sql<string>`products.card -> ${sql.lit(locale)} ->> 'title'`.as('course_title'),
      sql<ProductTexts['parts'] | null>`case when lessons.position = ${position}
        then products.texts -> ${sql.lit(locale)} -> 'parts' end`.as('parts'),
    ])
    .where('lessons.course_id', '=', course_id)
    .where('lessons.is_active', '=', true)
    .where('lessons.position', 'in', [position - 1, position, position + 1])
    .execute();
}

/**
 * Returns a function that signs URLs for a user; its query strings are empty for null, because free files need no
 * signature.
 */
function signing(
  { settings, clock }: Pick<LessonContext, 'settings' | 'clock'>,
  user: Caller['user'],
): (name: string, ending: string) => string {
  return (name, ending) =>
    user === null
      ? ''
      : `?${mediaSignature(settings.tokenSecret, { name, ending, sessionId: user.sessionId }, clock.now())}`;
}

/** Returns the lesson's film in several sizes; `queryOf` returns the query string of its URLs. */
async function packagedMedia(
  db: LessonContext['db'],
  lesson: string,
  queryOf: (film: string) => string,
): Promise<PackagedMedia | null> {
  const film = (await currentFilms(db, [lesson])).get(lesson);
  return film === undefined ? null : describeFilm(film, queryOf(film.id));
}

/** Returns the reason of a hold for the user, without details of another buyer's order. */
function toHold(
  tokenSecret: string,
  { reason, order_id, is_buyer, opens_on }: HeldContent,
  now: number,
): LessonResource['attributes']['hold'] {
  return {
    reason,
    order_id: is_buyer ? order_id : null,
    confirmation_url:
      is_buyer && reason === 'CONFIRMATION' ? orderConfirmationUrl(tokenSecret, order_id, now) : null,
    opens_on,
  };
}
