import { type Locale, locales } from '#core/model/values.ts';
import { localeOfPath } from './locale.ts';

/** A path without the locale, with a leading slash: `/kurse`. */
export type Route = `/${string}`;

/** A link of the navigation, the profile menu or the footer. */
export interface NavigationLink {
  readonly route: Route;
  /** Query with a leading question mark; empty for most links. */
  readonly search: string;
  /** Path with the locale, and the query. */
  readonly href: string;
  /** Key of the label in locales `menu:link.<key>`. */
  readonly key: string;
  /** The label itself if it is the same in every language, otherwise null. */
  readonly bare_label: string | null;
}

interface LinkRow {
  readonly route: Route;
  readonly search?: string;
  readonly key: string;
  readonly german_only?: boolean;
}

const navigationRows: readonly LinkRow[] = [
  { route: '/masterpass', key: 'masterpass' },
  { route: '/kurse', key: 'courses' },
  { route: '/buecher', key: 'books', german_only: true },
  { route: '/geschenke', key: 'gifts' },
  { route: '/preise', key: 'prices' },
  { route: '/blog', key: 'blog', german_only: true },
];

/** Links in the menu of a logged-in user. */
const profileRows: readonly LinkRow[] = [
  { route: '/profil/master', key: 'video_history' },
  { route: '/profil', key: 'my_data' },
  { route: '/profil/subscription', key: 'my_purchases' },
];

const footerRows: readonly LinkRow[] = [
  { route: '/blog', key: 'blog', german_only: true },
  { route: '/tv', key: 'tv', german_only: true },
  { route: '/kontakt', key: 'contact' },
  { route: '/datenschutz', key: 'privacy' },
  { route: '/impressum', key: 'imprint' },
  { route: '/faqs', key: 'faqs' },
  { route: '/agbs', key: 'terms' },
  // Opens the form directly (docs/behaviour/consumer-rights.md#declaration-forms).
  { route: '/widerrufsbelehrung', search: '?schritt=formular', key: 'withdrawal' },
  { route: '/kuendigung', key: 'cancellation' },
];

/** Links at the end of the footer in other languages, instead of the links that exist in German only. */
const bareRows: readonly (LinkRow & { readonly bare_label: string })[] = [
  { route: '/tv', key: 'tv', bare_label: 'TV' },
  { route: '/blog', key: 'blog', bare_label: 'Blog' },
];

/** Returns the links of the navigation in a language. */
export function navigationLinks(locale: Locale): readonly NavigationLink[] {
  return toLinks(navigationRows, locale);
}

/** Returns the profile links in the menu of a logged-in user. */
export function profileLinks(locale: Locale): readonly NavigationLink[] {
  return toLinks(profileRows, locale);
}

/** Returns the links of the footer in a language; in languages other than German, TV and blog have a fixed label. */
export function footerLinks(locale: Locale): readonly NavigationLink[] {
  return toLinks(locale === 'de' ? footerRows : [...footerRows, ...bareRows], locale);
}

function toLinks(
  rows: readonly (LinkRow & { readonly bare_label?: string })[],
  locale: Locale,
): readonly NavigationLink[] {
  return rows
    .filter((row) => locale === 'de' || row.german_only !== true)
    .map((row) => ({
      route: row.route,
      search: row.search ?? '',
      href: localePath(locale, `${row.route}${row.search ?? ''}`),
      key: row.key,
      bare_label: row.bare_label ?? null,
    }));
}

/**
 * Returns the path of a route in a language. The path of the home page is `/de`, without a trailing slash.
 */
export function localePath(locale: Locale, route: string): string {
  return route === '/' ? `/${locale}` : `/${locale}${route}`;
}

/**
 * Returns a path without its locale: `/kurse` for `/de/kurse`, `/` for `/de`. A path without a locale is
 * kept.
 */
export function routeOf(path: string): Route {
  const [first = '', ...rest] = path.replace(/^\/+/, '').split('/');
  const isLocalised = locales.some((locale) => locale === first);
  return `/${(isLocalised ? rest : [first, ...rest]).join('/')}`;
}

/** Like `routeOf`, without trailing slashes, which the router accepts as well. */
export function trimmedRouteOf(path: string): Route {
  // A match may only begin at the first of several slashes: trying each of them takes quadratic time.
  return (routeOf(path).replace(/(?<!\/)\/+$/, '') || '/') as Route;
}

/** Returns the same path and query in another locale. */
export function switchLocalePath(path: string, query: string, locale: Locale): string {
  return `${localePath(locale, routeOf(path))}${toSearch(query)}`;
}

/**
 * Returns the canonical URL of a page: site root, locale and path without a trailing slash; only blog pages
 * keep their query. `path` may contain the locale; `query` may begin with a question mark.
 */
export function canonicalUrl(siteRoot: string, locale: Locale, path: string, query: string): string {
  const route = trimmedRouteOf(path);
  const isBlog = route === '/blog' || route.startsWith('/blog/');
  return `${siteRoot.replace(/\/+$/, '')}${localePath(locale, route)}${isBlog ? toSearch(query) : ''}`;
}

function toSearch(query: string): string {
  const text = query.replace(/^\?/, '');
  return text === '' ? '' : `?${text}`;
}

/** Paths of the pages that links in mails lead to. */
const mailLinkPath = /^\/(?:de|en)\/(?:auth|newsletter)\//i;

/**
 * Moves the token of a mailed link from the query (`?token=…`, as in earlier mails) to the fragment, which browsers do
 * not send. Returns null for all other URLs. `search` begins with a question mark or is empty.
 */
export function mailTokenInFragment(path: string, search: string): string | null {
  const query = new URLSearchParams(search);
  const token = query.get('token');
  if (token === null || !mailLinkPath.test(path)) return null;
  query.delete('token');
  return `${path}${toSearch(query.toString())}#token=${encodeURIComponent(token)}`;
}

/**
 * Returns the token of a pasted mail link (docs/behaviour/navigation-and-layout.md#forms-without-javascript). A text
 * without `token=` is taken as the token itself.
 */
export function tokenOfPastedLink(text: string): string {
  const [, token] = /[#?&]token=([^&#\s]*)/.exec(text) ?? [];
  if (token === undefined) return text.trim();
  try {
    return decodeURIComponent(token);
  } catch {
    return token;
  }
}

const longestReturnTo = 2048;

/**
 * Returns a path of this site to open after a login, or null when the value could lead to another site:
 * `//host`, `/\host`, a scheme, a backslash, a control character, or a double slash in the path.
 */
export function safeReturnTo(value: string | null): string | null {
  if (value === null || value.length > longestReturnTo || !value.startsWith('/')) return null;
  if (value.includes('\\') || [...value].some(isControlCharacter)) return null;
  const path = value.split(/[?#]/, 1)[0] ?? '';
  return path.includes('//') ? null : value;
}

/** Browsers remove some control characters from URLs, so `/<tab>/host` would lead to another host. */
function isControlCharacter(character: string): boolean {
  return character < ' ' || character === '\u007f';
}

const germanLetters: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };

/**
 * Returns the canonical spelling of a path: lower case, without umlauts and accents, hyphens instead of spaces and
 * underscores (`/de/kurse/Albrecht-Dürer`), and the German route for `/cart`. Null when the path already has this
 * spelling or cannot be the path of a page. The server redirects to it permanently.
 */
export function properPath(path: string): string | null {
  if (localeOfPath(path.toLowerCase()) === null) return null;
  const proper = decode(path)
    ?.toLowerCase()
    .replace(/[äöüß]/g, (letter) => germanLetters[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[\s_]+/g, '-')
    .replace(/-{2,}/g, '-')
    .replace(/\/{2,}/g, '/')
    .replace(/^(\/[a-z]+)\/cart$/, '$1/warenkorb');
  if (proper === undefined || proper === path || !/^[a-z0-9/.-]+$/.test(proper)) return null;
  return proper;
}

function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path).normalize('NFC');
  } catch {
    return undefined;
  }
}
