import type { Context } from 'hono';
import type { StoredMedia } from '#ports/media-storage.ts';
import { byteRange, type MediaLibrary } from '#server/platform/media/media-library.ts';

interface FileHeaders {
  /** Include `Content-Type` and `Cache-Control`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether range requests are supported. */
  readonly hasRanges: boolean;
}

/** Responds with a file of the storage, or a part of it: ranges, `If-None-Match`, `If-Range`, HEAD. */
export async function fileResponse(
  context: Context,
  library: MediaLibrary,
  file: StoredMedia,
  { headers: own, hasRanges }: FileHeaders,
): Promise<Response> {
  const { size } = file;
  const etag = `"${file.version}"`;
  const headers = { ...own, ETag: etag, ...(hasRanges ? { 'Accept-Ranges': 'bytes' } : {}) };
  if (context.req.header('If-None-Match') === etag) return context.body(null, 304, headers);
  // Send the whole file when the cached beginning is outdated (`If-Range`).
  const isSame = (context.req.header('If-Range') ?? etag) === etag;
  const range = hasRanges && isSame ? byteRange(context.req.header('Range'), size) : 'whole';
  if (range === 'unsatisfiable') {
    return context.body(null, 416, { ...headers, 'Content-Range': `bytes */${size}` });
  }
  const { first, last } = range === 'whole' ? { first: 0, last: size - 1 } : range;
  const hasBody = context.req.method !== 'HEAD' && first <= last;
  const body = hasBody ? await library.read(file, { first, last }) : null;
  if (hasBody && body === null) return unavailableResponse(context);
  const length = { 'Content-Length': String(last - first + 1) };
  if (range === 'whole') return new Response(body, { headers: { ...headers, ...length } });
  const part = { 'Content-Range': `bytes ${first}-${last}/${size}` };
  return new Response(body, { status: 206, headers: { ...headers, ...length, ...part } });
}

/** Prevents browsers and caches from storing a refusal. */
export const noStoreHeaders = { 'Cache-Control': 'private, no-store' };

export function refusalResponse(context: Context, status: 403 | 404): Response {
  return context.text(status === 403 ? 'Forbidden' : 'Not found', status, noStoreHeaders);
}

export function tooManyRequests(context: Context, retryAfterSeconds: number | undefined): Response {
  return context.text('Too many requests', 429, {
    ...noStoreHeaders,
    'Retry-After': String(retryAfterSeconds ?? 60),
  });
}

/** Response when the storage failed, or the file was changed while it was opened. */
export function unavailableResponse(context: Context): Response {
  return context.text('Service Unavailable', 503, { ...noStoreHeaders, 'Retry-After': '2' });
}
