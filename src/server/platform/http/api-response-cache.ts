import type { CatalogueChanges } from '#server/platform/database/catalogue-changes.ts';
import { createLruCache } from '#server/platform/lru-cache.ts';
import { valueResponse } from './local-values.ts';
import { createResponseCache, type ResponseCache, type ResponseOptions } from './response-cache.ts';

/** Request headers that select the language of a response. */
export interface LanguageHeaders {
  readonly appLanguage: string | undefined;
  readonly acceptLanguage: string | undefined;
}

interface CachedRequest {
  /** Cache key: everything that the response depends on. */
  readonly key: string;
  /** Name of the endpoint. */
  readonly name: string;
  /** Path and query as they were sent. */
  readonly address: string;
  readonly language: LanguageHeaders;
  readonly options: ResponseOptions;
}

/** Caches API responses that are the same for everybody (docs/behaviour/api-conventions.md#kept-answers). */
export interface ApiResponseCache {
  serve(request: CachedRequest, make: () => Promise<Response>): Promise<Response>;
  /** Serves the response as a value (`local-values.ts`), for a page that is rendered in this process. */
  serveValue(request: CachedRequest, make: () => Promise<Response>): Promise<Response>;
  /** Returns the cached response for an address if it is fresh, else null. */
  recall(
    address: string,
    language: LanguageHeaders,
    options: ResponseOptions,
  ): ReturnType<ResponseCache['recall']>;
}

interface ApiResponseCacheParts {
  readonly changes: Pick<CatalogueChanges, 'version'>;
  /** Milliseconds since the epoch, by the shop's clock. */
  now(): number;
}

/** Maximum total size of cached responses in bytes. */
const memoryLimit = 48 * 1024 * 1024;
/** Maximum total length of cached values as JSON text, in characters; in memory they take about half as much again. */
const valueLimit = 4 * 1024 * 1024;
/**
 * Milliseconds for which a response is fresh. Validity by time, such as that of a campaign, is checked again after a
 * minute.
 */
const freshFor = 60_000;
/** Milliseconds for which a response with stock is fresh: orders change the stock without a notification. */
const freshWithStock = 1_000;
const namesStock = /"stock":\d/;

/** Creates the cache; there is one per process. */
export function createApiResponseCache({ changes, now }: ApiResponseCacheParts): ApiResponseCache {
  const kept = createResponseCache({
    changes,
    now,
    memoryLimit,
    freshFor: (text) => (namesStock.test(text) ? freshWithStock : freshFor),
    servedFor: 0,
    headers: ['Content-Type', 'Content-Language', 'X-Content-Type-Options'],
    vary: 'X-App-Language, Accept-Language',
    hasBrotli: false,
  });
  const values = createLruCache<KeptValue>(valueLimit, (key, { length }) => key.length + length);

  const serve: ApiResponseCache['serve'] = ({ key, name, address, language, options }, make) =>
    kept.serve({ key, name, options, sent: sentBy(address, language) }, make);

  return {
    serve,
    async serveValue(request, make) {
      const known = values.use(request.key);
      const options = { isHead: false, ifNoneMatch: known?.etag ?? null, acceptEncoding: '' };
      const response = await serve({ ...request, options }, make);
      if (response.status === 304) return valueResponse(200, known?.value, {});
      const etag = response.headers.get('ETag');
      if (etag === null) return response;
      const text = await response.text();
      const value: unknown = JSON.parse(text);
      values.set(request.key, { etag, value, length: text.length });
      return valueResponse(200, value, {});
    },
    recall: (address, language, options) => kept.recall(sentBy(address, language), options),
  };
}

/** Value of a response with this ETag; `length` is that of its JSON text. */
interface KeptValue {
  readonly etag: string;
  readonly value: unknown;
  readonly length: number;
}

function sentBy(address: string, { appLanguage = '', acceptLanguage = '' }: LanguageHeaders): string {
  return `${address}\n${appLanguage}\n${acceptLanguage}`;
}
