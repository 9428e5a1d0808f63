import { isLocale } from '#core/rules/basics/locale.ts';

/** The cache of kept pages. It is deleted at the end of a session and by a new version of the shop. */
export const pagesCache = 'pages';

/** A request of a page of the shop, as its service worker sees it. */
export interface SeenRequest {
  readonly method: string;
  /** `navigate` for a document. */
  readonly mode: string;
  readonly url: URL;
  /** The origin of the shop. */
  readonly origin: string;
}

/**
 * What the service worker does with a request (docs/behaviour/offline.md#what-is-kept):
 * - `file`: a file of the build; from the cache of this build first.
 * - `picture`: a drawing; from the cache first.
 * - `public_page`: a document that everybody sees alike; from the network, and without a connection from the cache.
 * - `other_page`: any other document; from the network, else the offline page.
 * - `page_data`: the data of a public page that is opened without a new document; untouched, and the page is kept.
 * - `untouched`: everything else, above all the API.
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

/** The path of the public page whose data a request asks for; null for every other request. */
export function pageOfData({ pathname, search }: URL): string | null {
  const page = pathname.replace(/\.data$/, '');
  // The router names the routes whose data it wants; any other parameter belongs to the page.
  const isPlain = [...new URLSearchParams(search).keys()].every((name) => name === '_routes');
  if (page === pathname || !isPlain) return null;
  return isPublicPage(page) ? page : null;
}

/** Lists of which every page below is public as well: `/kurse` and `/kurse/clara-schumann`. */
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

/** Other public pages. `preise` is not among them: a price list from memory would be a wrong one. */
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

/** Whether a path is a page that has nothing of its visitor in it. Everything that is not named here is not. */
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

/** A response that may become the copy of a page or file. */
export interface SeenResponse {
  readonly role: OfflineRole;
  /** How it was requested: only `omit` sends no cookies. */
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
 * Whether a response may be kept. A page only when it was fetched without cookies: then nobody's session is in it,
 * whatever the server sends to others.
 */
export function mayKeep({ role, credentials, status, isRedirected, contentType }: SeenResponse): boolean {
  if (status !== 200 || isRedirected || kinds[role]?.test(contentType) !== true) return false;
  return role !== 'public_page' || credentials === 'omit';
}
