import { courseOfTrailer, isTrailer } from '#core/rules/catalogue/trailers.ts';
import { type ContentAccess, contentAccess } from '#server/orders/delivery/content-access.ts';
import { readMediaSession } from '#server/platform/media/media-signature.ts';
import type { ServerContext } from '#server/platform/server-context.ts';

/** Access of a user to a file of a paid lesson. */
export interface PaidFile extends Pick<Extract<ContentAccess, { readonly state: 'open' }>, 'unnoted'> {
  readonly userId: string;
  readonly sessionId: string;
  readonly lessonId: string;
  readonly courseId: string;
}

/** Access to a file; `unknown` for films that belong to no lesson or course. */
export type MediaAccess = 'open' | 'refused' | 'unknown' | PaidFile;

interface Wanted {
  /** A lesson's id, or the name of a trailer. */
  readonly film: string;
  /** Resource that the URL must be signed for if the lesson is paid. */
  readonly signed: { readonly name: string; readonly ending: string };
  /** Query parameters of the URL. */
  readonly query: Readonly<Record<string, string | undefined>>;
}

/**
 * Decides on access to a file of a film (docs/behaviour/learning.md#signed-media-addresses): trailers of courses on
 * sale and free lessons are public; else the URL must be signed, its session must be active, and its user must have
 * access that is not on hold.
 */
export async function mediaAccess(
  { db, clock, settings }: Pick<ServerContext, 'db' | 'clock' | 'settings'>,
  { film, signed, query: { session, expires, signature } }: Wanted,
): Promise<MediaAccess> {
  if (isTrailer(film)) return (await isOnSale(db, courseOfTrailer(film))) ? 'open' : 'unknown';
  const lesson = await db
    .selectFrom('lessons')
    .select(['is_free', 'course_id'])
    .where('id', '=', film)
    .where('is_active', '=', true)
    .executeTakeFirst();
  if (lesson === undefined) return 'unknown';
  if (lesson.is_free) return 'open';
  const sessionId = readMediaSession(
    settings.tokenSecret,
    signed,
    { session, expires, signature },
    clock.now(),
  );
  if (sessionId === null) return 'refused';
  const running = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('user_id')
    .where('sessions.id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .where('users.is_active', '=', true)
    .executeTakeFirst();
  if (running === undefined) return 'refused';
  const wanted = { userId: running.user_id, courseId: lesson.course_id };
  const content = await contentAccess(db, { clock }, wanted);
  return content.state === 'open'
    ? { ...wanted, sessionId, lessonId: film, unnoted: content.unnoted }
    : 'refused';
}

async function isOnSale(db: ServerContext['db'], course: string): Promise<boolean> {
  const found = await db
    .selectFrom('products')
    .select('is_active')
    .where('id', '=', course)
    .executeTakeFirst();
  return found?.is_active === true;
}
