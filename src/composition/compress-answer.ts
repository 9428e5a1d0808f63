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
  const { body, headers } = answer;
  if (
    body === null ||
    headers.has('Content-Encoding') ||
    !compressible.test(headers.get('Content-Type') ?? '')
  )
    return answer;
  headers.append('Vary', 'Accept-Encoding');
  if (!/\bgzip\b/.test(request.headers.get('Accept-Encoding') ?? '')) return answer;
  const gzip = createGzip({ flush: constants.Z_SYNC_FLUSH });
  const source = Readable.fromWeb(body as NodeReadableStream);
  // A page that breaks off breaks off for the browser, too; a browser that leaves ends the rendering.
  source.on('error', (error) => gzip.destroy(error));
  gzip.on('close', () => source.destroy());
  headers.set('Content-Encoding', 'gzip');
  headers.delete('Content-Length');
  return new Response(Readable.toWeb(source.pipe(gzip)) as ReadableStream, answer);
}
