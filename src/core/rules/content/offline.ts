import { isLocale } from '#core/rules/basics/locale.ts';

/** Name of the cache of visited pages. It is deleted at the end of a session and by a new version of the shop. */
export const pagesCache = 'pages';

/** The parts of a request that the service worker needs. */
export interface SeenRequest {
  readonly method: string;
  /** `navigate` for a document. */
  readonly mode: string;
  readonly url: URL;
  /** The origin of the shop. */
  readonly origin: string;
}

/**
 * How the service worker handles a request (docs/behaviour/offline.md#what-is-kept):
 * - `file`: a file of the build; from the cache of this build first.
 * - `picture`: an image; from the cache first.
 * - `public_page`: a document that is equal for all visitors; from the network, and without a connection from the
 *   cache.
 * - `other_page`: any other document; from the network, otherwise the offline page.
 * - `page_data`: the data of a public page that the router opens; not handled, but the page is cached.
 * - `untouched`: everything else, in particular the API.
 */
export type OfflineRole = 'file' | 'picture' | 'public_page' | 'other_page' | 'page_data' | 'untouched';

export function offlineRole({ method, mode, url, origin }: SeenRequest): OfflineRole {
  if (method !== 'GET' || url.origin !== origin) return 'untouched';
  const { pathname, search } = url;
  if (mode === 'navigate') return search === '' && isPublicPage(pathname) ? 'public_page' : 'other_page';
  if (/^\/(?:assets\/[\w.-]+|favicon\.svg|icons\/[\w-]+\.png)$/.test(pathname)) return 'file';
  if (/^\/pictures\/[\w./-]+$/.test(pathname)) return 'picture';
  return pageOfData(url) === null ? 'untouched' : 'page_data';
}

/** Returns the path of the public page whose data is requested; null for every other request. */
export function pageOfData({ pathname, search }: URL): string | null {
  const page = pathname.replace(/\.data$/, '');
  // The router lists the requested routes in `_routes`; any other parameter belongs to the page.
  const isPlain = [...new URLSearchParams(search).keys()].every((name) => name === '_routes');
  if (page === pathname || !isPlain) return null;
  return isPublicPage(page) ? page : null;
}

/** Lists whose subpages are public as well: `/kurse` and `/kurse/clara-schumann`. */
const lists = [
  'kurse',
  'buecher',
  'geschenke',
  'geschenkboxen',
  'blog',
  'experten',
  'specials',
  'angebote',
] as const;

/** Other public pages. Not `preise`, because a cached price list could be outdated. */
const singles = [
  'masterpass',
  'tv',
  'agbs',
  'datenschutz',
  'impressum',
  'faqs',
  'barrierefreiheit',
  'widerrufsbelehrung',
] as const;

/** Returns whether a path is a known page without data of the visitor. */
export function isPublicPage(pathname: string): boolean {
  const [first, locale, section, slug, ...rest] = pathname.split('/');
  if (first !== '' || !isLocale(locale) || rest.length > 0) return false;
  if (section === undefined) return true;
  if (slug === undefined) return isOneOf(lists, section) || isOneOf(singles, section);
  return isOneOf(lists, section) && /^[a-z0-9-]+$/.test(slug);
}

function isOneOf(names: readonly string[], name: string): boolean {
  return names.includes(name);
}

/** The parts of a response that decide whether it may be cached. */
export interface SeenResponse {
  readonly role: OfflineRole;
  /** Credentials mode of the request: only `omit` sends no cookies. */
  readonly credentials: string;
  readonly status: number;
  readonly isRedirected: boolean;
  readonly contentType: string;
}

const kinds: Readonly<Partial<Record<OfflineRole, RegExp>>> = {
  file: /^(?:text\/(?:javascript|css)|font\/|image\/|application\/json)/,
  picture: /^image\//,
  public_page: /^text\/html/,
};

/**
 * Returns whether a response may be cached. A page only if it was fetched without cookies, so that it cannot contain
 * data of a session.
 */
export function isCacheable({ role, credentials, status, isRedirected, contentType }: SeenResponse): boolean {
  if (status !== 200 || isRedirected || kinds[role]?.test(contentType) !== true) return false;
  return role !== 'public_page' || credentials === 'omit';
}
