import { encodeCookieValue } from '#adapters/cookies/cookie-value.ts';
import { createRequestCookies } from '#adapters/cookies/request-cookies.ts';
import { accessCookie, refreshCookie } from '#core/rules/access.ts';
import { attributionNames } from '#core/rules/attribution-names.ts';
import { consentCookie, parseConsent, serialiseConsent } from '#core/rules/consent.ts';
import { localeCookie, localeOfPath } from '#core/rules/locale.ts';
import { routeOf } from '#core/rules/navigation.ts';
import { announcementClosedCookie } from '#core/storefront/page/page-actions.ts';
import type { CatalogueChanges } from '#server/database/catalogue-changes.ts';
import type { KeptResponses, ResponseWishes } from '#server/http/kept-responses.ts';
import { createKeptResponses } from '#server/http/kept-responses.ts';
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
  /** The kept page at an address (path and query) for this `Cookie` header, if it is as good as a new one; else null. */
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

/**
 * Keeps the pages of visitors without a session, compressed, until the catalogue changes
 * (docs/behaviour/navigation-and-layout.md#kept-pages). A page is rendered from nothing but its address and the
 * visitor's consent, so that nothing personal can be in it.
 */
export function createKeptPages({
  renderShared,
  siteUrl,
  changes,
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
    serve(request) {
      const key = pageKey(request);
      if (key === null) return null;
      const { method, headers } = request;
      const { pathname, search } = new URL(request.url);
      const wishes = {
        isHead: method === 'HEAD',
        ifNoneMatch: headers.get('If-None-Match'),
        acceptEncoding: headers.get('Accept-Encoding') ?? '',
      };
      const sent = sentBy(`${pathname}${search}`, headers.get('Cookie') ?? undefined);
      return kept.serve({ key: key.text, sent, name: pathname, wishes }, () =>
        renderShared(new Request(`${siteUrl}${key.path}`, { headers: { Cookie: key.cookies } }), {
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
