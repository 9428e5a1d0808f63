import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log } from '#ports/log.ts';
import type { ApiResponseCache } from '#server/platform/http/api-response-cache.ts';
import type { PlainResponse } from '#server/platform/http/response-cache.ts';
import { inRequest } from '#server/platform/request-scope.ts';
import type { PageCache } from './page-cache.ts';
import { safeHeaders } from './safe-headers.ts';
import { createTurns } from './take-turns.ts';

interface MemoryParts {
  readonly pageCache: Pick<PageCache, 'recall'> | null;
  readonly apiResponseCache: Pick<ApiResponseCache, 'recall'> | null;
  /** True when browsers reach the shop over HTTPS. */
  readonly isSecure: boolean;
  readonly log: Log;
  newRequestId(): string;
}

/**
 * Answers requests from the in-memory cache before the application sees them, and calls `next` for all others; reading
 * requests take turns. The response has the same headers as the application's.
 */
export function respondFromMemory({ pageCache, apiResponseCache, isSecure, log, newRequestId }: MemoryParts) {
  /** Complete headers of cached responses, computed once for each variant. */
  const complete = new WeakMap<PlainResponse['headers'], PlainResponse['headers']>();

  function headersOf({ headers }: PlainResponse): PlainResponse['headers'] {
    const known = complete.get(headers);
    if (known !== undefined) return known;
    const made = { ...headers, ...Object.fromEntries(safeHeaders(new Headers(headers), isSecure)) };
    complete.set(headers, made);
    return made;
  }

  const inTurns = createTurns();

  return (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    // Payments and other writes never wait for reads.
    if (request.method !== 'GET') next();
    else inTurns(() => respond(request, response, next));
  };

  function respond(request: IncomingMessage, response: ServerResponse, next: () => void): void {
    if (request.destroyed) return;
    const found = find(request);
    if (found === null) {
      next();
      return;
    }
    inRequest(newRequestId, (requestId) => {
      const { name, response: kept, isPage } = found;
      response.writeHead(kept.status, { ...headersOf(kept), 'X-Request-Id': requestId });
      response.end(kept.body);
      const facts = { status: kept.status, milliseconds: 0 };
      if (isPage) log.info('page_served', { path: name, ...facts, is_kept: true });
      else log.info('call_answered', { call: name, ...facts });
    });
  }

  function find({ url = '', headers }: IncomingMessage) {
    const options = {
      isHead: false,
      ifNoneMatch: headers['if-none-match'] ?? null,
      acceptEncoding: headers['accept-encoding'] ?? '',
    } as const;
    const isPage = !url.startsWith('/api/');
    const language = {
      appLanguage: oneOf(headers['x-app-language']),
      acceptLanguage: headers['accept-language'],
    };
    const recalled = isPage
      ? pageCache?.recall(url, headers.cookie, options)
      : apiResponseCache?.recall(url, language, options);
    return recalled === undefined || recalled === null ? null : { ...recalled, isPage };
  }
}

function oneOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header;
}
