import { courseOfTrailer, isTrailer } from '#core/rules/catalogue/trailers.ts';
import { type ContentAccess, contentAccess } from '#server/orders/delivery/open-contents.ts';
import { readMediaSession } from '#server/platform/media/media-signature.ts';
import type { ServerContext } from '#server/platform/server-context.ts';

/** A file of a paid lesson for a user who may get it. */
export interface PaidFile extends Pick<Extract<ContentAccess, { readonly state: 'open' }>, 'unnoted'> {
  readonly userId: string;
  readonly sessionId: string;
  readonly lessonId: string;
  readonly courseId: string;
}

/** Whether the client may get a file, and as whom; `unknown` for films of no lesson or course. */
export type MediaAccess = 'open' | 'refused' | 'unknown' | PaidFile;

interface Wanted {
  /** A lesson's id, or the name of a trailer. */
  readonly film: string;
  /** What the address has to be signed for, when the lesson is paid. */
  readonly signed: { readonly name: string; readonly ending: string };
  /** The query string of the address. */
  readonly query: Readonly<Record<string, string | undefined>>;
}

/**
 * Whether the client may get a file of a film (docs/behaviour/learning.md#signed-media-addresses): trailers of courses
 * that are sold and free lessons are open; else the address has to be signed, its session has to run, and its user to
 * have access that is not held.
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
