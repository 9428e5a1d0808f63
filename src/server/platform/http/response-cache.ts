import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gunzip, gzip } from 'node:zlib';
import type { CatalogueChanges } from '#server/platform/database/catalogue-changes.ts';
import { createLruCache } from '#server/platform/lru-cache.ts';
import { chooseEncoding } from './accepted-encoding.ts';

export interface ResponseCacheParts {
  readonly changes: Pick<CatalogueChanges, 'version'>;
  /** Milliseconds since the epoch, by the shop's clock. */
  now(): number;
  /** Maximum total size of all cached responses with their keys and headers, in bytes. */
  readonly memoryLimit: number;
  /** Milliseconds for which a response with this body is fresh. */
  freshFor(text: string): number;
  /** Milliseconds for which a stale response is served while a new one is made, or when none can be made; 0: never. */
  readonly servedFor: number;
  /** Names of the response headers that are cached. */
  readonly headers: readonly string[];
  /** Request headers on which a response depends, for `Vary`. */
  readonly vary: string;
  /** Also caches a Brotli form, which costs time and memory but makes large documents smaller than gzip does. */
  readonly hasBrotli: boolean;
}

/** Options of a request that decide the form of its response. */
export interface ResponseOptions {
  readonly isHead: boolean;
  readonly ifNoneMatch: string | null;
  readonly acceptEncoding: string;
}

/** A response as Node's server sends it; the headers must not be changed. */
export interface PlainResponse {
  readonly status: 200 | 304;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
}

interface KeptRequest {
  /** Cache key: everything that the response depends on. */
  readonly key: string;
  /** The request as it was sent; `recall` finds the response to the next identical one by it alone. */
  readonly sent: string;
  /** For the log. */
  readonly name: string;
  readonly options: ResponseOptions;
  /** A `Set-Cookie` header for this visitor; the response then stays out of shared caches. Null: none. */
  readonly cookie?: string | null;
  /** A prefetch, which may wait longer or be refused; other requests do not share its result. */
  readonly isPrefetched?: boolean;
}

export interface ResponseCache {
  /** Serves the cached response, else a new one; concurrent requests share one call of `make`. */
  serve(request: KeptRequest, make: () => Promise<Response>): Promise<Response>;
  /** Whether a response with this key is cached, fresh or stale. */
  has(key: string): boolean;
  /** Returns the response to a request that was sent before if it is fresh, else null. */
  recall(
    sent: string,
    options: ResponseOptions,
  ): { readonly name: string; readonly response: PlainResponse } | null;
}

/** A response that must not be cached, for example an error page. */
interface PassingResponse {
  readonly isKept: false;
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

interface KeptResponse {
  readonly isKept: true;
  readonly headers: Readonly<Record<string, string>>;
  readonly etag: string;
  readonly brotli: Encoded | null;
  readonly gzip: Encoded;
  /** Version of the catalogue when the response was begun. */
  readonly version: number;
  readonly madeAt: number;
  /** Milliseconds. */
  readonly freshFor: number;
}

interface Encoded {
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

type Made = PassingResponse | KeptResponse;

/** Maximum number of remembered requests, above which all are forgotten, and the longest one in characters. */
const mostSpellings = 20_000;
const longestSpelling = 600;

/**
 * Creates a cache of compressed responses that are the same for everybody, until the catalogue changes
 * (docs/behaviour/navigation-and-layout.md#kept-pages, docs/behaviour/api-conventions.md#kept-answers). Concurrent
 * requests share one response. When memory is full, the least recently used responses are evicted.
 */
export function createResponseCache(parts: ResponseCacheParts): ResponseCache {
  const { changes, now, servedFor } = parts;
  const kept = createLruCache(parts.memoryLimit, sizeOf);
  const making = new Map<string, Promise<Made>>();
  const spellings = new Map<string, Pick<KeptRequest, 'key' | 'name' | 'cookie'>>();

  function isFresh({ version, madeAt, freshFor: time }: KeptResponse): boolean {
    const age = now() - madeAt;
    return version === changes.version() && age >= 0 && age < time;
  }

  async function find(key: string, isPrefetched: boolean, make: () => Promise<Response>): Promise<Made> {
    const found = kept.use(key);
    if (found === undefined) return makeOnce(key, isPrefetched, make);
    if (isFresh(found)) return found;
    const age = now() - found.madeAt;
    const isGoodEnough = age >= 0 && age < servedFor;
    if (isGoodEnough && found.version === changes.version()) {
      // The stale response is served, so a failure of the new one affects nobody.
      makeOnce(key, isPrefetched, make).catch(() => {});
      return found;
    }
    const next = await makeOnce(key, isPrefetched, make).catch((error: unknown) => {
      if (isGoodEnough) return found;
      throw error;
    });
    return isGoodEnough && isLacking(next) ? found : next;
  }

  function makeOnce(key: string, isPrefetched: boolean, make: () => Promise<Response>): Promise<Made> {
    const version = changes.version();
    const name = `${isPrefetched ? 'ahead' : 'now'} ${version} ${key}`;
    const running = making.get(name) ?? makeAndKeep(key, version, make).finally(() => making.delete(name));
    making.set(name, running);
    return running;
  }

  async function makeAndKeep(key: string, version: number | null, make: () => Promise<Response>) {
    const madeAt = now();
    const made = await readResponse(await make(), parts, { version, madeAt });
    // A slow response may finish after one of a newer version.
    if (made.isKept && (kept.peek(key)?.version ?? 0) <= made.version) kept.set(key, made);
    return made;
  }

  return {
    async serve({ key, sent, name, options, cookie = null, isPrefetched = false }, make) {
      if (spellings.size >= mostSpellings) spellings.clear();
      if (sent.length <= longestSpelling) spellings.set(sent, { key, name, cookie });
      return respond(await find(key, isPrefetched, make), options, cookie);
    },
    has: (key) => kept.peek(key) !== undefined,
    recall(sent, options) {
      const known = spellings.get(sent);
      const found = known === undefined ? undefined : kept.use(known.key);
      if (known === undefined || found === undefined || !isFresh(found)) return null;
      const response = plainResponse(found, options, known.cookie);
      return response === null ? null : { name: known.name, response };
    },
  };
}

/** Compresses a response if it may be cached. */
async function readResponse(
  response: Response,
  { freshFor, headers: names, vary, hasBrotli }: ResponseCacheParts,
  { version, madeAt }: { readonly version: number | null; readonly madeAt: number },
): Promise<Made> {
  const { status, headers } = response;
  const body = await response.text();
  if (version === null || status !== 200 || isPersonal(headers)) {
    return { isKept: false, status, headers, body };
  }
  const plain = Buffer.from(body);
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url')}"`;
  const common = { ...copyHeaders(headers, names), ...cachingHeaders, ETag: etag, Vary: vary };
  const [brotli, zipped] = await Promise.all([hasBrotli ? toBrotli(plain) : null, toGzip(plain)]);
  return {
    isKept: true,
    headers: common,
    etag,
    brotli: brotli === null ? null : encoded(common, 'br', brotli),
    gzip: encoded(common, 'gzip', zipped),
    version,
    madeAt,
    freshFor: freshFor(body),
  };
}

// Browsers revalidate every time: with `stale-while-revalidate` they would show old prices.
const cachingHeaders = {
  'Cache-Control': 'public, no-cache',
  'CDN-Cache-Control': 'max-age=10, stale-while-revalidate=60',
};

/** Whether an outage or overload affected a response: it failed, or a part of it is missing. */
function isLacking(made: Made): boolean {
  return (
    !made.isKept && (made.status >= 500 || ([200, 204].includes(made.status) && isPersonal(made.headers)))
  );
}

function isPersonal(headers: Headers): boolean {
  return headers.has('Set-Cookie') || (headers.get('Cache-Control') ?? '').includes('no-store');
}

function copyHeaders(headers: Headers, names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}

const brotliOf = promisify(brotliCompress);
const toGzip = promisify(gzip);
const fromGzip = promisify(gunzip);

/** Well below the highest quality, which would take a second. */
const brotliQuality = 6;

function toBrotli(plain: Buffer): Promise<Buffer> {
  return brotliOf(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } });
}

function encoded(common: Readonly<Record<string, string>>, name: string, packed: Buffer): Encoded {
  // A copy, because Node returns a part of a 64 kB buffer, which would stay in memory as a whole.
  const bytes = Buffer.allocUnsafeSlow(packed.length);
  packed.copy(bytes);
  const vary = `${common.Vary}, Accept-Encoding`;
  const headers = { 'Content-Encoding': name, 'Content-Length': String(bytes.length), Vary: vary };
  return { headers: { ...common, ...headers }, bytes };
}

/** Approximate size of the headers of a cached response, in all its forms, in bytes. */
const overhead = 1_000;

function sizeOf(key: string, { brotli: packed, gzip: zipped }: KeptResponse): number {
  return overhead + key.length + (packed?.bytes.length ?? 0) + zipped.bytes.length;
}

/** Returns 304 or the compressed response; null for a client that accepts no compression. */
function plainResponse(
  made: KeptResponse,
  { isHead, ifNoneMatch, acceptEncoding }: ResponseOptions,
  cookie: string | null = null,
): PlainResponse | null {
  if (ifNoneMatch === made.etag)
    return { status: 304, headers: withCookie(made.headers, cookie), body: null };
  const encoding = chooseEncoding(acceptEncoding, made.brotli === null ? ['gzip'] : ['br', 'gzip']);
  if (encoding === null) return null;
  const form = encoding === 'br' && made.brotli !== null ? made.brotli : made.gzip;
  return { status: 200, headers: withCookie(form.headers, cookie), body: isHead ? null : form.bytes };
}

/** Headers of a form by cookie; always the same object, because a caller caches what it made of it. */
const cookieHeaders = new WeakMap<PlainResponse['headers'], Map<string, PlainResponse['headers']>>();

function withCookie(headers: PlainResponse['headers'], cookie: string | null): PlainResponse['headers'] {
  if (cookie === null) return headers;
  const known = cookieHeaders.get(headers) ?? new Map<string, PlainResponse['headers']>();
  cookieHeaders.set(headers, known);
  const found = known.get(cookie);
  if (found !== undefined) return found;
  const { 'CDN-Cache-Control': _, ...others } = headers;
  const made = { ...others, 'Cache-Control': 'private, no-cache', 'Set-Cookie': cookie };
  known.set(cookie, made);
  return made;
}

async function respond(made: Made, options: ResponseOptions, cookie: string | null): Promise<Response> {
  if (!made.isKept) {
    const { status, body } = made;
    // A copy, because several requests may share the response.
    const headers = new Headers(made.headers);
    if (cookie !== null) headers.append('Set-Cookie', cookie);
    return new Response(options.isHead || body === '' ? null : body, { status, headers });
  }
  const plain = plainResponse(made, options, cookie);
  if (plain !== null) {
    const { status, headers, body } = plain;
    return new Response(body as Uint8Array<ArrayBuffer> | null, { status, headers });
  }
  const bytes = await fromGzip(made.gzip.bytes);
  return new Response(options.isHead ? null : (bytes as Uint8Array<ArrayBuffer>), {
    headers: { ...withCookie(made.headers, cookie), 'Content-Length': String(bytes.length) },
  });
}
