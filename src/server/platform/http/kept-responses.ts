import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gunzip, gzip } from 'node:zlib';
import { createBoundedStore } from '#server/platform/bounded-store.ts';
import type { CatalogueChanges } from '#server/platform/database/catalogue-changes.ts';
import { chooseEncoding } from './accepted-encoding.ts';

export interface KeptResponsesParts {
  readonly changes: Pick<CatalogueChanges, 'version'>;
  /** Milliseconds since the epoch, by the shop's clock. */
  now(): number;
  /** Bytes of all kept responses together, with their keys and headers. */
  readonly memoryLimit: number;
  /** Milliseconds for which a response is as good as a new one; the text is its body. */
  freshFor(text: string): number;
  /**
   * Milliseconds for which an older response is served while a new one is made, or when none can be made;
   * 0: never.
   */
  readonly servedFor: number;
  /** Headers of a response that its copies have. */
  readonly headers: readonly string[];
  /** Request headers on which a response depends, for `Vary`. */
  readonly vary: string;
  /** Brotli takes longer and more memory beside gzip, and makes large documents smaller. */
  readonly hasBrotli: boolean;
}

/** What a request says about the form of its response. */
export interface ResponseWishes {
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
  /** Everything that the response depends on. */
  readonly key: string;
  /** The request as it was sent. The next one that is the same is found by it alone. */
  readonly sent: string;
  /** For the log. */
  readonly name: string;
  readonly wishes: ResponseWishes;
  /** A `Set-Cookie` header for this visitor, whose response no shared cache may have; null: none. */
  readonly cookie?: string | null;
  /** Nobody looks at it yet, so its making may wait longer or be refused: others do not join it. */
  readonly isAhead?: boolean;
}

export interface KeptResponses {
  /** The kept response, else a new one, which `make` makes once for all who ask at the same time. */
  serve(request: KeptRequest, make: () => Promise<Response>): Promise<Response>;
  /** Whether a response of this key is kept, new or old. */
  has(key: string): boolean;
  /** The response to a request that was sent before, if it is as good as a new one; else null. */
  recall(
    sent: string,
    wishes: ResponseWishes,
  ): { readonly name: string; readonly response: PlainResponse } | null;
}

/** A response that must not be kept, for example an error page. */
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
  /** The catalogue's version when its making began. */
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

/** Known spellings of requests, beyond which all are forgotten, and the characters of the longest one. */
const mostSpellings = 20_000;
const longestSpelling = 600;

/**
 * Keeps responses that everybody may get, compressed, until the catalogue changes
 * (docs/behaviour/navigation-and-layout.md#kept-pages, docs/behaviour/api-conventions.md#kept-answers). Simultaneous
 * requests make one. When memory is full, the least recently used leave.
 */
export function createKeptResponses(parts: KeptResponsesParts): KeptResponses {
  const { changes, now, servedFor } = parts;
  const kept = createBoundedStore(parts.memoryLimit, sizeOf);
  const making = new Map<string, Promise<Made>>();
  const spellings = new Map<string, Pick<KeptRequest, 'key' | 'name' | 'cookie'>>();

  function isFresh({ version, madeAt, freshFor: time }: KeptResponse): boolean {
    const age = now() - madeAt;
    return version === changes.version() && age >= 0 && age < time;
  }

  async function find(key: string, isAhead: boolean, make: () => Promise<Response>): Promise<Made> {
    const found = kept.use(key);
    if (found === undefined) return makeOnce(key, isAhead, make);
    if (isFresh(found)) return found;
    const age = now() - found.madeAt;
    const isGoodEnough = age >= 0 && age < servedFor;
    if (isGoodEnough && found.version === changes.version()) {
      // The old one is good enough, so nobody waits for a failure either.
      makeOnce(key, isAhead, make).catch(() => {});
      return found;
    }
    const next = await makeOnce(key, isAhead, make).catch((error: unknown) => {
      if (isGoodEnough) return found;
      throw error;
    });
    return isGoodEnough && isLacking(next) ? found : next;
  }

  function makeOnce(key: string, isAhead: boolean, make: () => Promise<Response>): Promise<Made> {
    const version = changes.version();
    const name = `${isAhead ? 'ahead' : 'now'} ${version} ${key}`;
    const running = making.get(name) ?? makeAndKeep(key, version, make).finally(() => making.delete(name));
    making.set(name, running);
    return running;
  }

  async function makeAndKeep(key: string, version: number | null, make: () => Promise<Response>) {
    const madeAt = now();
    const made = await readResponse(await make(), parts, { version, madeAt });
    // A slow one may end after that of a newer version.
    if (made.isKept && (kept.peek(key)?.version ?? 0) <= made.version) kept.set(key, made);
    return made;
  }

  return {
    async serve({ key, sent, name, wishes, cookie = null, isAhead = false }, make) {
      if (spellings.size >= mostSpellings) spellings.clear();
      if (sent.length <= longestSpelling) spellings.set(sent, { key, name, cookie });
      return respond(await find(key, isAhead, make), wishes, cookie);
    },
    has: (key) => kept.peek(key) !== undefined,
    recall(sent, wishes) {
      const known = spellings.get(sent);
      const found = known === undefined ? undefined : kept.use(known.key);
      if (known === undefined || found === undefined || !isFresh(found)) return null;
      const response = plainResponse(found, wishes, known.cookie);
      return response === null ? null : { name: known.name, response };
    },
  };
}

/** Compresses a response that may be kept. */
async function readResponse(
  response: Response,
  { freshFor, headers: names, vary, hasBrotli }: KeptResponsesParts,
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

// Browsers ask every time: they too would follow `stale-while-revalidate` and show an old price.
const cachingHeaders = {
  'Cache-Control': 'public, no-cache',
  'CDN-Cache-Control': 'max-age=10, stale-while-revalidate=60',
};

/** Whether a response shows an outage or that the shop is busy: as a whole, or because a part of it is missing. */
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
  // Node returns a part of a buffer of 64 kB, which would stay in memory as a whole.
  const bytes = Buffer.allocUnsafeSlow(packed.length);
  packed.copy(bytes);
  const vary = `${common.Vary}, Accept-Encoding`;
  const headers = { 'Content-Encoding': name, 'Content-Length': String(bytes.length), Vary: vary };
  return { headers: { ...common, ...headers }, bytes };
}

/** Bytes of a kept response beside its key and body, about: its headers in each form. */
const overhead = 1_000;

function sizeOf(key: string, { brotli: packed, gzip: zipped }: KeptResponse): number {
  return overhead + key.length + (packed?.bytes.length ?? 0) + zipped.bytes.length;
}

/** The unchanged or the compressed response; null for a client that reads no compressed one. */
function plainResponse(
  made: KeptResponse,
  { isHead, ifNoneMatch, acceptEncoding }: ResponseWishes,
  cookie: string | null = null,
): PlainResponse | null {
  if (ifNoneMatch === made.etag)
    return { status: 304, headers: withCookie(made.headers, cookie), body: null };
  const encoding = chooseEncoding(acceptEncoding, made.brotli === null ? ['gzip'] : ['br', 'gzip']);
  if (encoding === null) return null;
  const form = encoding === 'br' && made.brotli !== null ? made.brotli : made.gzip;
  return { status: 200, headers: withCookie(form.headers, cookie), body: isHead ? null : form.bytes };
}

/** The headers of a form with each cookie; the same object each time, because a caller keeps what it made of it. */
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

async function respond(made: Made, wishes: ResponseWishes, cookie: string | null): Promise<Response> {
  if (!made.isKept) {
    const { status, body } = made;
    // Several may wait for one.
    const headers = new Headers(made.headers);
    if (cookie !== null) headers.append('Set-Cookie', cookie);
    return new Response(wishes.isHead || body === '' ? null : body, { status, headers });
  }
  const plain = plainResponse(made, wishes, cookie);
  if (plain !== null) {
    const { status, headers, body } = plain;
    return new Response(body as Uint8Array<ArrayBuffer> | null, { status, headers });
  }
  const bytes = await fromGzip(made.gzip.bytes);
  return new Response(wishes.isHead ? null : (bytes as Uint8Array<ArrayBuffer>), {
    headers: { ...withCookie(made.headers, cookie), 'Content-Length': String(bytes.length) },
  });
}
