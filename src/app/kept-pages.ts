import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gunzip, gzip } from 'node:zlib';
import { encodeCookieValue } from '#adapters/cookies/cookie-value.ts';
import { createRequestCookies } from '#adapters/cookies/request-cookies.ts';
import { accessCookie, refreshCookie } from '#core/rules/access.ts';
import { attributionNames } from '#core/rules/attribution-names.ts';
import { consentCookie, parseConsent, serialiseConsent } from '#core/rules/consent.ts';
import { localeCookie, localeOfPath } from '#core/rules/locale.ts';
import { routeOf } from '#core/rules/navigation.ts';
import { announcementClosedCookie } from '#core/storefront/page/page-actions.ts';
import type { CatalogueChanges } from '#server/database/catalogue-changes.ts';
import type { WebHandler } from './web-handler.ts';

export interface KeptPagesParts {
  /** Renders a page that every visitor may get. */
  readonly renderShared: WebHandler;
  /** Address of the storefront without a trailing slash. */
  readonly siteUrl: string;
  readonly changes: Pick<CatalogueChanges, 'version'>;
  /** Milliseconds since the epoch, by the shop's clock. */
  now(): number;
  /** Bytes of all kept pages together; default 64 MB. */
  readonly memoryLimit?: number;
}

export interface KeptPages {
  /** The page for a visitor without a session; null when the page may depend on who asks. */
  serve(request: Request): Promise<Response> | null;
}

/** Milliseconds for which a page is served as it is; longer ones are rendered again while the old one is served. */
const freshFor = 60_000;
/** Pages older than this are never served, in milliseconds. */
const servedFor = 600_000;
const usualMemoryLimit = 64 * 1024 * 1024;

/** The routes whose pages show the same to every visitor without a session. */
const sharedRoutes =
  /^\/(?:(?:kurse|buecher|geschenke|blog|experten|specials|angebote)(?:\/[^/]+)?|tv|masterpass|preise|agbs|datenschutz|impressum|faqs|barrierefreiheit)?$/;

/**
 * Query parameters of kept pages: the number of a list's page, the group of the course list, and which parts of its
 * data the router wants. Other choices of filters are too many to keep.
 */
const pageParameters: readonly string[] = ['seite', 'gruppe', '_routes'];

/** Headers of a rendered page that its copies have. */
const keptHeaders = [
  'Content-Type',
  'Content-Language',
  'Content-Security-Policy',
  'Referrer-Policy',
  'X-Remix-Response',
];

/** A page that must not be kept, for example an error page. */
interface PassingPage {
  readonly isKept: false;
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

interface KeptPage {
  readonly isKept: true;
  readonly headers: Headers;
  readonly etag: string;
  readonly brotli: Buffer;
  readonly gzip: Buffer;
  /** The catalogue's version when its rendering began. */
  readonly version: number;
  readonly renderedAt: number;
}

/**
 * Keeps the pages of visitors without a session, compressed, until the catalogue changes
 * (docs/behaviour/navigation-and-layout.md#kept-pages). A page is rendered from nothing but its address and the
 * visitor's consent, so that nothing personal can be in it. Simultaneous requests render it once.
 */
export function createKeptPages({
  renderShared,
  siteUrl,
  changes,
  now,
  memoryLimit = usualMemoryLimit,
}: KeptPagesParts): KeptPages {
  /** In the order of their last use. */
  const kept = new Map<string, KeptPage>();
  const rendering = new Map<string, Promise<Page>>();
  let bytes = 0;

  function serve(request: Request): Promise<Response> | null {
    const key = pageKey(request);
    return key === null ? null : find(key).then((page) => respond(request, page));
  }

  async function find(key: PageKey): Promise<Page> {
    const page = kept.get(key.text);
    if (page === undefined) return render(key);
    kept.delete(key.text);
    kept.set(key.text, page);
    const age = now() - page.renderedAt;
    if (page.version === changes.version() && age >= 0) {
      if (age < freshFor) return page;
      if (age < servedFor) {
        // The old page is good enough, so nobody waits for a failure either.
        render(key).catch(() => {});
        return page;
      }
    }
    const isGoodEnough = age >= 0 && age < servedFor;
    const next = await render(key).catch((error: unknown) => {
      if (isGoodEnough) return page;
      throw error;
    });
    return isGoodEnough && isLacking(next) ? page : next;
  }

  function render(key: PageKey): Promise<Page> {
    const version = changes.version();
    const name = `${version} ${key.text}`;
    const running = rendering.get(name) ?? renderAndKeep(key, version).finally(() => rendering.delete(name));
    rendering.set(name, running);
    return running;
  }

  async function renderAndKeep(key: PageKey, version: number | null): Promise<Page> {
    const renderedAt = now();
    const request = new Request(`${siteUrl}${key.path}`, { headers: { Cookie: key.cookies } });
    const response = await renderShared(request, { clientAddress: 'kept-pages' });
    const { status, headers } = response;
    const body = await response.text();
    if (version === null || status !== 200 || isPersonal(headers)) {
      return { isKept: false, status, headers, body };
    }
    const made: KeptPage = {
      isKept: true,
      headers: copyHeaders(headers),
      etag: `W/"${createHash('sha256').update(body).digest('base64url')}"`,
      ...(await compress(body)),
      version,
      renderedAt,
    };
    keep(key.text, made);
    return made;
  }

  function keep(key: string, page: KeptPage): void {
    // A slow rendering may end after that of a newer version.
    if ((kept.get(key)?.version ?? 0) > page.version) return;
    forget(key);
    kept.set(key, page);
    bytes += sizeOf(page);
    for (const oldest of kept.keys()) {
      if (bytes <= memoryLimit) break;
      forget(oldest);
    }
  }

  function forget(key: string): void {
    const page = kept.get(key);
    if (page !== undefined) bytes -= sizeOf(page);
    kept.delete(key);
  }

  return { serve };
}

type Page = PassingPage | KeptPage;

interface PageKey {
  readonly text: string;
  /** Path and query. */
  readonly path: string;
  /** The `Cookie` header that the page is rendered with. */
  readonly cookies: string;
}

/** What a visitor's page depends on; null when the page may depend on more. */
function pageKey({ method, url, headers }: Request): PageKey | null {
  if (method !== 'GET' && method !== 'HEAD') return null;
  const { pathname, searchParams } = new URL(url);
  const locale = localeOfPath(pathname);
  if (locale === null || !sharedRoutes.test(routeOf(pathname.replace(/\.data$/, '')))) return null;
  const { cookies } = createRequestCookies(headers.get('Cookie'), false);
  if (cookies.read(accessCookie) !== null || cookies.read(refreshCookie) !== null) return null;
  const query = new URLSearchParams();
  for (const [name, value] of searchParams) {
    if (pageParameters.includes(name)) query.append(name, value);
    else if (!(attributionNames as readonly string[]).includes(name)) return null;
  }
  const path = query.size === 0 ? pathname : `${pathname}?${query}`;
  const consent = parseConsent(cookies.read(consentCookie));
  const jar: Record<string, string> = { [localeCookie]: locale };
  if (consent.isDecided) jar[consentCookie] = serialiseConsent(consent, '', 0);
  if (cookies.read(announcementClosedCookie) !== null) jar[announcementClosedCookie] = '1';
  const text = Object.entries(jar).map(([name, value]) => `${name}=${encodeCookieValue(value)}`);
  return { text: `${path} ${text.join('; ')}`, path, cookies: text.join('; ') };
}

/** Whether a page shows an outage or that the shop is busy: as a whole, or because a part of it could not be loaded. */
function isLacking(page: Page): boolean {
  return (
    !page.isKept && (page.status >= 500 || ([200, 204].includes(page.status) && isPersonal(page.headers)))
  );
}

function isPersonal(headers: Headers): boolean {
  return headers.has('Set-Cookie') || (headers.get('Cache-Control') ?? '').includes('no-store');
}

function copyHeaders(headers: Headers): Headers {
  return new Headers(
    keptHeaders.flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value] as [string, string]];
    }),
  );
}

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);
const fromGzip = promisify(gunzip);

/** Well below the highest quality, which would take a second. */
const brotliQuality = 6;

async function compress(body: string): Promise<Pick<KeptPage, 'brotli' | 'gzip'>> {
  const plain = Buffer.from(body);
  const [brotli, zipped] = await Promise.all([
    toBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
    toGzip(plain),
  ]);
  return { brotli, gzip: zipped };
}

function sizeOf({ brotli, gzip: zipped }: KeptPage): number {
  return brotli.length + zipped.length;
}

async function respond(request: Request, page: Page): Promise<Response> {
  if (!page.isKept) {
    return new Response(request.method === 'HEAD' || page.body === '' ? null : page.body, {
      status: page.status,
      headers: page.headers,
    });
  }
  const headers = new Headers(page.headers);
  headers.set('ETag', page.etag);
  // Browsers ask every time: they too would follow `stale-while-revalidate` and show an old price.
  headers.set('Cache-Control', 'public, no-cache');
  headers.set('CDN-Cache-Control', 'max-age=10, stale-while-revalidate=60');
  headers.set('Vary', 'Cookie');
  if (request.headers.get('If-None-Match') === page.etag) return new Response(null, { status: 304, headers });
  const accepted = request.headers.get('Accept-Encoding') ?? '';
  const [encoding, body] = /\bbr\b/.test(accepted)
    ? (['br', page.brotli] as const)
    : /\bgzip\b/.test(accepted)
      ? (['gzip', page.gzip] as const)
      : ([null, await fromGzip(page.gzip)] as const);
  if (encoding !== null) {
    headers.set('Content-Encoding', encoding);
    headers.append('Vary', 'Accept-Encoding');
  }
  headers.set('Content-Length', String(body.length));
  return new Response(request.method === 'HEAD' ? null : (body as Uint8Array<ArrayBuffer>), { headers });
}
