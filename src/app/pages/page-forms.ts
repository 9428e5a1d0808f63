import { hasManyMarks } from '#core/model/typed-text.ts';
import { isFromThisSite } from '#server/platform/http/is-from-this-site.ts';
import type { Submission } from '#ui/routes/contexts.ts';
import type { WebHandler } from './web-handler.ts';

/** Maximum bytes of a form: a message of 5,000 characters takes less than a tenth of it. */
const largestForm = 256 * 1024;

const formTypes = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i;

/** Reads the form before the page waits for rendering, so that a slow upload does not occupy a rendering slot. */
export function readForms(render: WebHandler, siteUrl: string): WebHandler {
  return async (request, visitor) => {
    const submission = await readSubmission(request, siteUrl);
    return submission === null
      ? render(request, visitor)
      : render(withoutForm(request, submission), { ...visitor, submission });
  };
}

/**
 * Reads the form of a page request; null for requests that only read. Refuses forms of other sites (403), methods other
 * than POST (405), bodies that are too large (413), not a form (415) or unreadable (400); see
 * docs/behaviour/navigation-and-layout.md#forms-without-javascript.
 */
async function readSubmission(request: Request, siteUrl: string): Promise<Submission | null> {
  const { method, headers, body } = request;
  if (method === 'GET' || method === 'HEAD') return null;
  if (method !== 'POST') return { refused: 405 };
  if (!isFromThisSite(request, siteUrl)) return { refused: 403 };
  if (Number(headers.get('Content-Length') ?? 0) > largestForm) return { refused: 413 };
  const type = headers.get('Content-Type') ?? '';
  if (!formTypes.test(type)) return { refused: 415 };
  try {
    const bytes = await readBytes(body);
    if (bytes === null) return { refused: 413 };
    const form = await new Response(bytes, { headers: { 'Content-Type': type } }).formData();
    const texts = [...form.values()].filter((value) => typeof value === 'string');
    return texts.some(hasManyMarks) ? { refused: 400 } : { form };
  } catch {
    // Malformed parts, or a closed connection.
    return { refused: 400 };
  }
}

/** Reads a body; null if it exceeds the limit. */
async function readBytes(
  stream: ReadableStream<Uint8Array<ArrayBuffer>> | null,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of stream ?? []) {
    length += part.byteLength;
    if (length > largestForm) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/**
 * Returns the request for the router after its form was read. A refused form becomes a request for the page, whose
 * loader sets the status. Removes `Origin`, because the router would compare it with a URL that a proxy may have
 * changed.
 */
function withoutForm({ method, url, headers, signal }: Request, submission: Submission): Request {
  const remaining = new Headers(headers);
  for (const name of ['Origin', 'Content-Type', 'Content-Length', 'Transfer-Encoding'])
    remaining.delete(name);
  return new Request(url, {
    method: 'refused' in submission ? 'GET' : method,
    headers: remaining,
    signal,
  });
}
