import type { Context } from 'hono';
import { Hono } from 'hono';
import type { StoredMedia } from '#ports/media-storage.ts';
import type { ServerEnvironment } from '#server/http/server-environment.ts';
import { noteFilmDelivery } from '#server/learning/activities.ts';
import { mayWatch } from '#server/learning/lesson-access.ts';
import type { MailTexts } from '#server/mail/mail-texts.ts';
import type { MediaEnding } from '#server/media/media-files.ts';
import { isTrailer, mediaFileParts, mediaTypes, worksheetEndings } from '#server/media/media-files.ts';
import type { MediaLibrary } from '#server/media/media-library.ts';
import { byteRange, createMediaLibrary, MediaAway } from '#server/media/media-library.ts';
import { readMediaSession } from '#server/media/media-signature.ts';
import type { RenderPicture } from '#server/media/render-picture.ts';
import type { ServerContext } from '#server/server-context.ts';
import type { DrawnWorksheet } from '#server/worksheets/get-worksheet.ts';
import { createWorksheets } from '#server/worksheets/get-worksheet.ts';

type Needs = Pick<ServerContext, 'db' | 'clock' | 'settings' | 'media' | 'log'>;

/** Browsers cache films for an hour, shared caches never. */
const cacheControl = 'private, max-age=3600';
/** For drawings opened directly: no scripts. */
const drawingPolicy = "default-src 'none'; style-src 'unsafe-inline'";

/**
 * `/media/{lesson}.{webm|mp4|svg|de.vtt|en.vtt|de.pdf|en.pdf}` and `/media/trailer-{course}.…`: trailers and free
 * lessons are public; paid lessons need the signed URLs of `GET lessons/{id}`, a running session and its user's access
 * to the course, else 403; their films are noted as delivered. Supports range requests. Worksheets are drawn from
 * their texts.
 */
export function mediaRoutes(needs: Needs, texts: MailTexts): Hono<ServerEnvironment> {
  const library = createMediaLibrary(needs.media);
  const getWorksheet = createWorksheets(needs, texts);
  const app = new Hono<ServerEnvironment>();
  app.onError((error, context) => {
    if (!(error instanceof MediaAway)) throw error;
    needs.log.error('media_storage_away', error);
    return unavailable(context);
  });
  app.get('/:file{[a-z0-9-]+\\.(?:[a-z]{2}\\.)?[a-z0-9]{3,4}}', async (context) => {
    const parts = mediaFileParts(context.req.param('file'));
    const access = parts === null ? 'unknown' : await checkAccess(needs, parts, context);
    if (parts === null || access === 'unknown') return refuse(context, 404);
    const locale = worksheetEndings.find(({ ending }) => ending === parts.ending)?.locale;
    const file = locale === undefined ? await library.file(parts.name, parts.ending) : null;
    if (file === null && locale === undefined) return refuse(context, 404);
    if (access === 'refused') return refuse(context, 403);
    if (file === null)
      return worksheetResponse(
        context,
        parts,
        locale === undefined ? null : await getWorksheet(parts.name, locale),
      );
    const response = await fileResponse(context, library, file, parts.ending);
    const { body } = response;
    const isFilm = mediaTypes[parts.ending].startsWith('video/');
    if (access === 'open' || !isFilm || body === null) return response;
    const isBeginning = !/^bytes [1-9]/.test(response.headers.get('Content-Range') ?? '');
    const delivery = { userId: access.userId, lessonId: parts.name, isBeginning };
    const noted = await noteFilmDelivery(needs, delivery).catch(async (error: unknown) => {
      await body.cancel();
      throw error;
    });
    if (noted.ok) return response;
    await body.cancel();
    return context.text('Too many requests', 429, {
      'Cache-Control': 'private, no-store',
      'Retry-After': String(noted.error.retryAfterSeconds ?? 60),
    });
  });
  return app;
}

function refuse(context: Context, status: 403 | 404): Response {
  return context.text(status === 403 ? 'Forbidden' : 'Not found', status, {
    'Cache-Control': 'private, no-store',
  });
}

/** Whether the client may get this file, and as whom; `unknown` for films of no lesson or course. */
async function checkAccess(
  { db, clock, settings }: Needs,
  parts: { readonly name: string; readonly ending: MediaEnding },
  context: Context,
): Promise<'open' | 'refused' | 'unknown' | { readonly userId: string }> {
  if (isTrailer(parts.name)) return 'open';
  const lesson = await db
    .selectFrom('lessons')
    .select(['is_free', 'course_id'])
    .where('id', '=', parts.name)
    .where('is_active', '=', true)
    .executeTakeFirst();
  if (lesson === undefined) return 'unknown';
  if (lesson.is_free) return 'open';
  const { session, expires, signature } = context.req.query();
  const sessionId = readMediaSession(
    settings.tokenSecret,
    parts,
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
  const mayGet = running !== undefined && (await mayWatch(db, running.user_id, lesson.course_id));
  return mayGet ? { userId: running.user_id } : 'refused';
}

/** The storage failed, or the file was changed while it was opened. */
function unavailable(context: Context): Response {
  return context.text('Service Unavailable', 503, {
    'Cache-Control': 'private, no-store',
    'Retry-After': '2',
  });
}

async function fileResponse(
  context: Context,
  library: MediaLibrary,
  file: StoredMedia,
  ending: MediaEnding,
): Promise<Response> {
  const isFilm = mediaTypes[ending].startsWith('video/');
  const { size } = file;
  const etag = `"${file.version}"`;
  const headers = {
    'Cache-Control': cacheControl,
    'Content-Type': mediaTypes[ending],
    ETag: etag,
    ...(isFilm ? { 'Accept-Ranges': 'bytes' } : {}),
    ...(ending === 'svg' ? { 'Content-Security-Policy': drawingPolicy } : {}),
  };
  if (context.req.header('If-None-Match') === etag) return context.body(null, 304, headers);
  // Send the whole file when the cached beginning is outdated (`If-Range`).
  const isSame = (context.req.header('If-Range') ?? etag) === etag;
  const range = isFilm && isSame ? byteRange(context.req.header('Range'), size) : 'whole';
  if (range === 'unsatisfiable') {
    return context.body(null, 416, { ...headers, 'Content-Range': `bytes */${size}` });
  }
  const { first, last } = range === 'whole' ? { first: 0, last: size - 1 } : range;
  const hasBody = context.req.method !== 'HEAD' && first <= last;
  const body = hasBody ? await library.read(file, { first, last }) : null;
  if (hasBody && body === null) return unavailable(context);
  const length = { 'Content-Length': String(last - first + 1) };
  if (range === 'whole') return new Response(body, { headers: { ...headers, ...length } });
  const part = { 'Content-Range': `bytes ${first}-${last}/${size}` };
  return new Response(body, { status: 206, headers: { ...headers, ...length, ...part } });
}

function worksheetResponse(
  context: Context,
  { name, ending }: { readonly name: string; readonly ending: MediaEnding },
  drawn: DrawnWorksheet | null,
): Response {
  if (drawn === null) return refuse(context, 404);
  const headers = {
    'Cache-Control': cacheControl,
    'Content-Type': mediaTypes[ending],
    'Content-Disposition': `attachment; filename="${name}.${ending}"`,
    ETag: drawn.etag,
  };
  return isKnown(context.req.header('If-None-Match'), drawn.etag.slice(2))
    ? context.body(null, 304, headers)
    : context.body(new Uint8Array(drawn.content), 200, headers);
}

/** The URL of a changed drawing stays the same, so browsers revalidate after a day (304 when unchanged). */
const pictureCacheControl = 'public, max-age=86400, stale-while-revalidate=604800';

/** `/pictures/{name}-{width}.{format}`: a drawing at one of the widths in use, as AVIF, WebP or PNG. */
export function pictureRoutes(renderPicture: RenderPicture): Hono<ServerEnvironment> {
  const app = new Hono<ServerEnvironment>();
  app.get('/:file{[a-z0-9-]+-[0-9]{2,4}\\.[a-z]{3,4}}', async (context) => {
    const parts = /^(.+)-(\d+)\.([a-z]+)$/.exec(context.req.param('file'));
    const [, name = '', width = '', format = ''] = parts ?? [];
    const picture = await renderPicture(name, Number(width), format);
    if (!picture.ok) return context.text('Not found', 404);
    const { bytes, etag, mediaType } = picture.value;
    const headers = { 'Cache-Control': pictureCacheControl, ETag: etag };
    if (isKnown(context.req.header('If-None-Match'), etag)) return context.body(null, 304, headers);
    return context.body(new Uint8Array(bytes), 200, { ...headers, 'Content-Type': mediaType });
  });
  return app;
}

/** Whether `If-None-Match` contains this version: it may list several, mark them as weak, or be `*`. */
function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  const names = (ifNoneMatch ?? '').split(',').map((name) => name.trim().replace(/^W\//, ''));
  return names.includes(etag) || names.includes('*');
}
