import { encodeCookieValue } from '#adapters/cookies/cookie-value.ts';
import { createRequestCookies } from '#adapters/cookies/request-cookies.ts';
import { accessCookie, refreshCookie } from '#core/rules/accounts/access.ts';
import { localeCookie, localeOfPath } from '#core/rules/basics/locale.ts';
import { routeOf } from '#core/rules/basics/site-paths.ts';
import { attributionNames } from '#core/rules/tracking/attribution-names.ts';
import { consentCookie, parseConsent, serialiseConsent } from '#core/rules/tracking/consent.ts';
import { announcementClosedCookie, writeLocaleCookie } from '#core/storefront/page-actions.ts';
import type { CatalogueChanges } from '#server/platform/database/catalogue-changes.ts';
import {
  createResponseCache,
  type ResponseCache,
  type ResponseOptions,
} from '#server/platform/http/response-cache.ts';
import { isPrefetch } from './is-prefetch.ts';
import type { WebHandler } from './web-handler.ts';

export interface PageCacheParts {
  /** Renders a page that is the same for all visitors. */
  readonly renderShared: WebHandler;
  /** Address of the storefront without a trailing slash. */
  readonly siteUrl: string;
  readonly changes: Pick<CatalogueChanges, 'version'>;
  /** Returns the id of the route that shows a path, for requests for its data alone; null for unknown paths. */
  routeIdOf(path: string): string | null;
  /** True when browsers reach the shop over HTTPS. */
  readonly isSecure: boolean;
  /**
   * Whether a proxy, which may be a shared cache, is in front of the shop: cached pages then set no cookie; their
   * script does.
   */
  readonly isBehindProxy: boolean;
  /** Milliseconds since the epoch, by the shop's clock. */
  now(): number;
  /** Maximum bytes of all cached pages together; default 64 MB. */
  readonly memoryLimit?: number;
}

export interface PageCache {
  /**
   * Serves a page to a visitor without a session; null if the page may depend on the visitor. `refuse` is called if it
   * must be rendered first, and may return a response to send instead.
   */
  serve(request: Request, refuse?: () => Response | null): Promise<Response> | null;
  /** Returns the cached page of a path and query for this `Cookie` header if it is still fresh; else null. */
  recall(
    address: string,
    cookie: string | undefined,
    options: ResponseOptions,
  ): ReturnType<ResponseCache['recall']>;
}

/** Milliseconds for which a cached page is fresh; an older one is served while it is rendered again. */
const freshFor = 60_000;
/** Pages older than this are never served, in milliseconds. */
const servedFor = 600_000;
const usualMemoryLimit = 64 * 1024 * 1024;

/** Routes in canonical spelling whose pages are the same for every visitor without a session. */
const sharedRoutes =
  /^\/(?:(?:kurse|buecher|geschenke|blog|experten|specials|angebote)(?:\/[a-z0-9-]+)?|tv|masterpass|preise|agbs|datenschutz|impressum|faqs|barrierefreiheit)?$/;

interface AskedPage {
  /** Path without locale and `.data`. */
  readonly route: string;
  /** The only route whose data may be requested alone; null for a document. */
  readonly dataRoute: string | null;
}

/**
 * Query parameters of cached pages, with a check of their values: the group of the course list, the page number from 2,
 * and the route whose data is requested. Unknown groups and numbers give a 404, which is not cached. Other spellings
 * and filters have too many combinations to cache.
 */
const pageParameters: Readonly<Record<string, (value: string, page: AskedPage) => boolean>> = {
  gruppe: (value, { route }) => route === '/kurse' && /^[a-z0-9][a-z0-9-]{0,59}$/.test(value),
  seite: (value, { route }) =>
    (route === '/kurse' || route === '/blog') && /^[1-9][0-9]{0,3}$/.test(value) && value !== '1',
  _routes: (value, { dataRoute }) => value === dataRoute,
};

/** Headers of a rendered page that are cached with it. */
const keptHeaders = [
  'Content-Type',
  'Content-Language',
  'Content-Security-Policy',
  'Referrer-Policy',
  'X-Remix-Response',
];

/**
 * Caches the pages of visitors without a session, compressed, until the catalogue changes
 * (docs/behaviour/navigation-and-layout.md#kept-pages). Pages are rendered only from their URL, the consent and whether
 * the announcement was closed, so they contain nothing personal.
 */
export function createPageCache({
  renderShared,
  siteUrl,
  changes,
  routeIdOf,
  isSecure,
  isBehindProxy,
  now,
  memoryLimit = usualMemoryLimit,
}: PageCacheParts): PageCache {
  const kept = createResponseCache({
    changes,
    now,
    memoryLimit,
    freshFor: () => freshFor,
    servedFor,
    headers: keptHeaders,
    vary: 'Cookie',
    hasBrotli: true,
  });

  return {
    serve(request, refuse = () => null) {
      const key = pageKey(request, { routeIdOf, isSecure, isBehindProxy });
      if (key === null) return null;
      const refusal = kept.has(key.text) ? null : refuse();
      if (refusal !== null) return Promise.resolve(refusal);
      const { method, headers } = request;
      const { pathname, search } = new URL(request.url);
      const options = {
        isHead: method === 'HEAD',
        ifNoneMatch: headers.get('If-None-Match'),
        acceptEncoding: headers.get('Accept-Encoding') ?? '',
      };
      const sent = sentBy(`${pathname}${search}`, headers.get('Cookie') ?? undefined);
      const isPrefetched = isPrefetch(request);
      const asked = { key: key.text, sent, name: pathname, options, cookie: key.newCookie, isPrefetched };
      const purpose: Record<string, string> = isPrefetched ? { 'Sec-Purpose': 'prefetch' } : {};
      return kept.serve(asked, () =>
        renderShared(new Request(`${siteUrl}${key.path}`, { headers: { Cookie: key.cookies, ...purpose } }), {
          clientAddress: 'kept-pages',
        }),
      );
    },
    recall: (address, cookie, options) => kept.recall(sentBy(address, cookie), options),
  };
}

function sentBy(address: string, cookie = ''): string {
  return `${address}\n${cookie}`;
}

interface PageKey {
  readonly text: string;
  /** Path and query. */
  readonly path: string;
  /** `Cookie` header for rendering the page. */
  readonly cookies: string;
  /** `Set-Cookie` header that updates the visitor's locale cookie to the URL's language; null if it already matches. */
  readonly newCookie: string | null;
}

/** Returns the cache key of a request; null if the page may depend on anything else. */
function pageKey(
  { method, url, headers }: Request,
  { routeIdOf, isSecure, isBehindProxy }: Pick<PageCacheParts, 'routeIdOf' | 'isSecure' | 'isBehindProxy'>,
): PageKey | null {
  if (method !== 'GET' && method !== 'HEAD') return null;
  const { pathname, searchParams } = new URL(url);
  const locale = localeOfPath(pathname);
  const shown = pathname.replace(/\.data$/, '');
  const route = routeOf(shown);
  if (locale === null || !sharedRoutes.test(route)) return null;
  const { cookies, setCookieHeaders } = createRequestCookies(headers.get('Cookie'), isSecure);
  if (cookies.read(accessCookie) !== null || cookies.read(refreshCookie) !== null) return null;
  const query = pageQuery(searchParams, { route, dataRoute: shown === pathname ? null : routeIdOf(shown) });
  if (query === null) return null;
  const path = query.size === 0 ? pathname : `${pathname}?${query}`;
  const consent = parseConsent(cookies.read(consentCookie));
  const jar: Record<string, string> = { [localeCookie]: locale };
  if (consent.isDecided) jar[consentCookie] = serialiseConsent(consent, '', 0);
  if (cookies.read(announcementClosedCookie) !== null) jar[announcementClosedCookie] = '1';
  const text = Object.entries(jar).map(([name, value]) => `${name}=${encodeCookieValue(value)}`);
  // Not for data requests: their document has the same language, or they are prefetches.
  if (shown === pathname && !isBehindProxy) writeLocaleCookie(cookies, locale);
  const [newCookie = null] = setCookieHeaders();
  return { text: `${path} ${text.join('; ')}`, path, cookies: text.join('; '), newCookie };
}

/**
 * Returns the parameters that a page depends on, in canonical order; null if there is any other, except for
 * attribution.
 */
function pageQuery(given: URLSearchParams, page: AskedPage): URLSearchParams | null {
  const query = new URLSearchParams();
  for (const [name, isPossible] of Object.entries(pageParameters)) {
    const [value, ...others] = given.getAll(name);
    if (value === undefined) continue;
    if (others.length > 0 || !isPossible(value, page)) return null;
    query.append(name, value);
  }
  const known: readonly string[] = [...Object.keys(pageParameters), ...attributionNames];
  return [...given.keys()].every((name) => known.includes(name)) ? query : null;
}
