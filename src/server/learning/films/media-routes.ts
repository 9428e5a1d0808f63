import { type Context, Hono } from 'hono';
import { limits } from '#api/rate-limit-policy.ts';
import { createWorksheets, type DrawnWorksheet } from '#server/learning/get-worksheet.ts';
import { recordContentUse } from '#server/orders/delivery/content-access.ts';
import { clientAddress } from '#server/platform/http/describe-client.ts';
import {
  fileResponse,
  refusalResponse,
  tooManyRequests,
  unavailableResponse,
} from '#server/platform/http/file-response.ts';
import { createMemoryRateLimits } from '#server/platform/http/limits/memory-rate-limits.ts';
import type { ServerEnvironment } from '#server/platform/http/server-environment.ts';
import {
  type MediaEnding,
  mediaFileParts,
  mediaTypes,
  worksheetEndings,
} from '#server/platform/media/media-files.ts';
import { createMediaLibrary, MediaUnavailable } from '#server/platform/media/media-library.ts';
import type { RenderPicture } from '#server/platform/media/render-picture.ts';
import type { MailTexts } from '#server/platform/outbox/mail-texts.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { countDelivery } from './film-delivery.ts';
import { filmRoutes } from './film-routes.ts';
import { withLessonFiles } from './lesson-files.ts';
import { mediaAccess, type PaidFile } from './media-access.ts';
import { createMediaRateLimit, type MediaLimits } from './media-rate-limit.ts';

type Needs = Pick<ServerContext, 'db' | 'clock' | 'settings' | 'media' | 'log'>;

/** Browsers may cache films for an hour; shared caches must not. */
const cacheControl = 'private, max-age=3600';
/** Policy for drawings opened directly: no scripts. */
const drawingPolicy = "default-src 'none'; style-src 'unsafe-inline'";

/**
 * Serves `/media/{lesson}.{webm|mp4|svg|de.vtt|en.vtt|de.pdf|en.pdf}` and `/media/trailer-{course}.…`. Trailers and
 * free lessons are public; paid lessons need the signed URLs of `GET lessons/{id}`, an active session and a purchase
 * whose content is not on hold, else 403. Stores the first use of a purchase before sending its film or worksheet
 * (docs/behaviour/consumer-rights.md#record-of-use). Supports range requests. Worksheets are uploaded files, or drawn
 * from their texts.
 * `limits`: other limits per network, for tests.
 */
export function mediaRoutes(needs: Needs, texts: MailTexts, limits?: MediaLimits): Hono<ServerEnvironment> {
  const library = createMediaLibrary(withLessonFiles(needs.media, needs.db));
  const getWorksheet = createWorksheets(needs, texts);
  const pace = createMediaRateLimit(needs, limits);
  const app = new Hono<ServerEnvironment>();
  app.onError((error, context) => {
    if (!(error instanceof MediaUnavailable)) throw error;
    needs.log.error('media_storage_away', error);
    return unavailableResponse(context);
  });
  app.use('*', async (context, next) => {
    const network = clientAddress(context, needs.settings.clientAddressHeader);
    const seconds = pace.secondsToWait(network);
    if (seconds > 0) return tooManyRequests(context, seconds);
    await next();
    const { res: response, req: request } = context;
    const counted = request.method === 'HEAD' ? response : pace.count(network, response);
    if (counted !== response) context.res = counted;
  });
  app.route('/', filmRoutes(needs, library));
  app.get('/:file{[a-z0-9-]+\\.(?:[a-z]{2}\\.)?[a-z0-9]{3,4}}', async (context) => {
    const parts = mediaFileParts(context.req.param('file'));
    const access =
      parts === null
        ? 'unknown'
        : await mediaAccess(needs, { film: parts.name, signed: parts, query: context.req.query() });
    if (parts === null || access === 'unknown') return refusalResponse(context, 404);
    const locale = worksheetEndings.find(({ ending }) => ending === parts.ending)?.locale;
    // Uploaded worksheets are files; others are drawn.
    const file = await library.file(parts.name, parts.ending);
    if (file === null && locale === undefined) return refusalResponse(context, 404);
    if (access === 'refused') return refusalResponse(context, 403);
    const response =
      file !== null
        ? await fileResponse(context, library, file, headersOf(parts))
        : worksheetResponse(
            context,
            parts,
            locale === undefined ? null : await getWorksheet(parts.name, locale),
          );
    const { body } = response;
    const isSent = response.ok && body !== null && context.req.method !== 'HEAD';
    if (access === 'open' || !isContent(parts.ending) || !isSent) return response;
    return giveOut(context, needs, access, { response, body });
  });
  return app;
}

/** Returns whether a file is purchased content: film or worksheet, not captions or drawings. */
function isContent(ending: MediaEnding): boolean {
  return mediaTypes[ending].startsWith('video/') || worksheetEndings.some((sheet) => sheet.ending === ending);
}

/** A response with a paid lesson's file, or a range of it. */
interface PaidResponse {
  readonly response: Response;
  readonly body: ReadableStream<Uint8Array>;
}

/** Counts and records a delivery before it is sent; returns a refusal if it must not be sent. */
async function giveOut(
  context: Context,
  needs: Needs,
  { unnoted, ...wanted }: PaidFile,
  { response, body }: PaidResponse,
): Promise<Response> {
  let sending = body;
  try {
    const length = Number(response.headers.get('Content-Length'));
    const size = Number(/\d+$/.exec(response.headers.get('Content-Range') ?? '')?.[0] ?? length);
    const counted = await countDelivery(needs, { userId: wanted.userId, body, length, size });
    if (!counted.ok) {
      await sending.cancel();
      return tooManyRequests(context, counted.error.retryAfterSeconds);
    }
    sending = counted.value;
    if (await recordContentUse(needs.db, needs, wanted, unnoted)) return new Response(sending, response);
    await sending.cancel();
    return refusalResponse(context, 403);
  } catch (error) {
    await sending.cancel();
    throw error;
  }
}

function headersOf({ name, ending }: { readonly name: string; readonly ending: MediaEnding }) {
  const hasRanges = mediaTypes[ending].startsWith('video/');
  const headers: Record<string, string> = {
    'Cache-Control': cacheControl,
    'Content-Type': mediaTypes[ending],
    ...(ending === 'svg' ? { 'Content-Security-Policy': drawingPolicy } : {}),
    ...(mediaTypes[ending] === 'application/pdf' ? download(name, ending) : {}),
  };
  return { headers, hasRanges };
}

function download(name: string, ending: MediaEnding): Record<string, string> {
  return { 'Content-Disposition': `attachment; filename="${name}.${ending}"` };
}

function worksheetResponse(
  context: Context,
  { name, ending }: { readonly name: string; readonly ending: MediaEnding },
  drawn: DrawnWorksheet | null,
): Response {
  if (drawn === null) return refusalResponse(context, 404);
  const headers = {
    'Cache-Control': cacheControl,
    'Content-Type': mediaTypes[ending],
    ...download(name, ending),
    ETag: drawn.etag,
  };
  return isKnown(context.req.header('If-None-Match'), drawn.etag.slice(2))
    ? context.body(null, 304, headers)
    : context.body(new Uint8Array(drawn.content), 200, {
        ...headers,
        'Content-Length': String(drawn.content.byteLength),
      });
}

/** A changed drawing keeps its URL, so browsers revalidate after a day (304 if unchanged). */
const pictureCacheControl = 'public, max-age=86400, stale-while-revalidate=604800';

/**
 * Serves `/pictures/{name}-{width}.{format}`: a drawing at one of the widths in use, as AVIF, WebP or PNG. A network
 * that requests too many unknown ones has to wait.
 */
export function pictureRoutes(
  { clock, settings }: Pick<Needs, 'clock' | 'settings'>,
  renderPicture: RenderPicture,
): Hono<ServerEnvironment> {
  const count = createMemoryRateLimits({ clock });
  const { most, ...limit } = limits.unknown_pictures;
  // Counted after the lookup, so the one that reaches the limit is the last to be looked up.
  const unknown = { ...limit, name: 'unknown_pictures', most: most - 1 } as const;
  const app = new Hono<ServerEnvironment>();
  app.get('/:file{[a-z0-9-]+-[0-9]{2,4}\\.[a-z]{3,4}}', async (context) => {
    const parts = /^(.+)-(\d+)\.([a-z]+)$/.exec(context.req.param('file'));
    const [, name = '', width = '', format = ''] = parts ?? [];
    const network = clientAddress(context, settings.clientAddressHeader);
    const seconds = count(unknown, network, 0);
    if (seconds > 0) return tooManyRequests(context, seconds);
    const picture = await renderPicture(name, Number(width), format);
    if (!picture.ok) {
      // Other faults need no lookup.
      if (picture.error === 'UNKNOWN_PICTURE') count(unknown, network);
      return context.text('Not found', 404);
    }
    const { bytes, etag, mediaType } = picture.value;
    const headers = { 'Cache-Control': pictureCacheControl, ETag: etag };
    if (isKnown(context.req.header('If-None-Match'), etag)) return context.body(null, 304, headers);
    return context.body(new Uint8Array(bytes), 200, { ...headers, 'Content-Type': mediaType });
  });
  return app;
}

/** Returns whether `If-None-Match` contains this version: it may list several, mark them as weak, or be `*`. */
function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  const names = (ifNoneMatch ?? '').split(',').map((name) => name.trim().replace(/^W\//, ''));
  return names.includes(etag) || names.includes('*');
}
