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
  createKeptResponses,
  type KeptResponses,
  type ResponseWishes,
} from '#server/platform/http/kept-responses.ts';
import { isPrefetch } from './is-prefetch.ts';
import type { WebHandler } from './web-handler.ts';

export interface KeptPagesParts {
  /** Renders a page that every visitor may get. */
  readonly renderShared: WebHandler;
  /** Address of the storefront without a trailing slash. */
  readonly siteUrl: string;
  readonly changes: Pick<CatalogueChanges, 'version'>;
  /** The id of the route that shows a path, whose data the router may ask for alone; null for unknown paths. */
  routeIdOf(path: string): string | null;
  /** True when browsers reach the shop over HTTPS. */
  readonly isSecure: boolean;
  /** A proxy, which may be a shared cache, stands before the shop: kept pages set no cookie, their script does. */
  readonly isBehindProxy: boolean;
  /** Milliseconds since the epoch, by the shop's clock. */
  now(): number;
  /** Bytes of all kept pages together; default 64 MB. */
  readonly memoryLimit?: number;
}

export interface KeptPages {
  /**
   * The page for a visitor without a session; null when the page may depend on who asks. `refuse` is called when it has
   * to be rendered first, and may return what is sent instead.
   */
  serve(request: Request, refuse?: () => Response | null): Promise<Response> | null;
  /**
   * The kept page at an address (path and query) for this `Cookie` header, if it is as good as a new one; else null.
   */
  recall(
    address: string,
    cookie: string | undefined,
    wishes: ResponseWishes,
  ): ReturnType<KeptResponses['recall']>;
}

/** Milliseconds for which a page is served as it is; longer ones are rendered again while the old one is served. */
const freshFor = 60_000;
/** Pages older than this are never served, in milliseconds. */
const servedFor = 600_000;
const usualMemoryLimit = 64 * 1024 * 1024;

/** The routes whose pages show the same to every visitor without a session, in one spelling. */
const sharedRoutes =
  /^\/(?:(?:kurse|buecher|geschenke|blog|experten|specials|angebote)(?:\/[a-z0-9-]+)?|tv|masterpass|preise|agbs|datenschutz|impressum|faqs|barrierefreiheit)?$/;

interface AskedPage {
  /** Path without locale and `.data`. */
  readonly route: string;
  /** The route whose data alone the router may ask for; null for a document. */
  readonly dataRoute: string | null;
}

/**
 * Query parameters of kept pages, each with whether a value may belong to a page: the group of the course list, the
 * number of a list's page from 2, and which part of its data the router wants. A group or number without a page is a
 * 404, which is not kept. Other spellings, and other choices of filters, are too many to keep.
 */
const pageParameters: Readonly<Record<string, (value: string, page: AskedPage) => boolean>> = {
  gruppe: (value, { route }) => route === '/kurse' && /^[a-z0-9][a-z0-9-]{0,59}$/.test(value),
  seite: (value, { route }) =>
    (route === '/kurse' || route === '/blog') && /^[1-9][0-9]{0,3}$/.test(value) && value !== '1',
  _routes: (value, { dataRoute }) => value === dataRoute,
};

/** Headers of a rendered page that its copies have. */
const keptHeaders = [
  'Content-Type',
  'Content-Language',
  'Content-Security-Policy',
  'Referrer-Policy',
  'X-Remix-Response',
];

/**
 * Keeps the pages of visitors without a session, compressed, until the catalogue changes
 * (docs/behaviour/navigation-and-layout.md#kept-pages). A page is rendered from nothing but its address and the
 * visitor's consent, so that nothing personal can be in it.
 */
export function createKeptPages({
  renderShared,
  siteUrl,
  changes,
  routeIdOf,
  isSecure,
  isBehindProxy,
  now,
  memoryLimit = usualMemoryLimit,
}: KeptPagesParts): KeptPages {
  const kept = createKeptResponses({
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
      const wishes = {
        isHead: method === 'HEAD',
        ifNoneMatch: headers.get('If-None-Match'),
        acceptEncoding: headers.get('Accept-Encoding') ?? '',
      };
      const sent = sentBy(`${pathname}${search}`, headers.get('Cookie') ?? undefined);
      const isAhead = isPrefetch(request);
      const asked = { key: key.text, sent, name: pathname, wishes, cookie: key.newCookie, isAhead };
      const purpose: Record<string, string> = isAhead ? { 'Sec-Purpose': 'prefetch' } : {};
      return kept.serve(asked, () =>
        renderShared(new Request(`${siteUrl}${key.path}`, { headers: { Cookie: key.cookies, ...purpose } }), {
          clientAddress: 'kept-pages',
        }),
      );
    },
    recall: (address, cookie, wishes) => kept.recall(sentBy(address, cookie), wishes),
  };
}

function sentBy(address: string, cookie = ''): string {
  return `${address}\n${cookie}`;
}

interface PageKey {
  readonly text: string;
  /** Path and query. */
  readonly path: string;
  /** The `Cookie` header that the page is rendered with. */
  readonly cookies: string;
  /** The `Set-Cookie` header by which the visitor's locale cookie follows the address; null when it does. */
  readonly newCookie: string | null;
}

/** What a visitor's page depends on; null when the page may depend on more. */
function pageKey(
  { method, url, headers }: Request,
  { routeIdOf, isSecure, isBehindProxy }: Pick<KeptPagesParts, 'routeIdOf' | 'isSecure' | 'isBehindProxy'>,
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
  // Data is fetched by a document of the same language, or ahead of a visit.
  if (shown === pathname && !isBehindProxy) writeLocaleCookie(cookies, locale);
  const [newCookie = null] = setCookieHeaders();
  return { text: `${path} ${text.join('; ')}`, path, cookies: text.join('; '), newCookie };
}

/** The parameters on which a page depends, in one order; null for any other that is no attribution. */
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
