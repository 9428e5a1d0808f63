import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { constants, createGzip } from 'node:zlib';

const compressible = /^(?:text\/|application\/(?:json|vnd\.api\+json|xml|manifest\+json))/;

/**
 * Compresses a page or an API answer when the browser can take it. What the answer has said so far goes out at once,
 * so a page that arrives in parts still arrives in parts. Pages and answers hold no secret beside what a stranger could
 * put into the address, so their length tells nothing.
 */
export function compressAnswer(request: Request, answer: Response): Response {
  const { headers } = answer;
  if (headers.has('Content-Encoding') || !compressible.test(headers.get('Content-Type') ?? '')) return answer;
  headers.append('Vary', 'Accept-Encoding');
  if (!/\bgzip\b/.test(request.headers.get('Accept-Encoding') ?? '')) return answer;
  // Looked at last: an answer whose body nobody has touched goes out without becoming a stream first.
  const { body } = answer;
  if (body === null) return answer;
  const gzip = createGzip({ flush: constants.Z_SYNC_FLUSH });
  const source = Readable.fromWeb(body as NodeReadableStream);
  // A page that breaks off breaks off for the browser, too; a browser that leaves ends the rendering.
  source.on('error', (error) => gzip.destroy(error));
  gzip.on('close', () => source.destroy());
  // A copy: touching the body may have made another answer of this one, with headers of its own.
  const packed = new Headers(headers);
  packed.set('Content-Encoding', 'gzip');
  packed.delete('Content-Length');
  const { status, statusText } = answer;
  return new Response(Readable.toWeb(source.pipe(gzip)) as ReadableStream, {
    status,
    statusText,
    headers: packed,
  });
}
