import type { Locale } from '#core/model/values.ts';
import { locales } from '#core/model/values.ts';
import { localeOfPath } from './locale.ts';

/** A route below the locale, with its leading slash: `/kurse`. */
export type Route = `/${string}`;

/** A link of header, profile menu or footer. */
export interface NavigationLink {
  readonly route: Route;
  /** Query with its question mark; empty for most links. */
  readonly search: string;
  /** Address with the locale in front. */
  readonly href: string;
  /** Key of the label in locales `menu:link.<key>`. */
  readonly key: string;
  /** The label itself where it is the same word in every language, else null. */
  readonly bare_label: string | null;
  readonly hides_on_small_screens: boolean;
}

interface LinkRow {
  readonly route: Route;
  readonly search?: string;
  readonly key: string;
  readonly german_only?: boolean;
  readonly hides_on_small_screens?: boolean;
}

/** The navigation. */
const navigationRows: readonly LinkRow[] = [
  { route: '/masterpass', key: 'masterpass' },
  { route: '/kurse', key: 'courses' },
  { route: '/buecher', key: 'books', german_only: true, hides_on_small_screens: true },
  { route: '/geschenke', key: 'gifts' },
  { route: '/preise', key: 'prices' },
  { route: '/blog', key: 'blog', german_only: true },
];

/** The account section of a logged-in user's menu. */
const profileRows: readonly LinkRow[] = [
  { route: '/profil/master', key: 'video_history' },
  { route: '/profil', key: 'my_data' },
  { route: '/profil/subscription', key: 'my_purchases' },
];

/** The footer. */
const footerRows: readonly LinkRow[] = [
  { route: '/blog', key: 'blog', german_only: true },
  { route: '/tv', key: 'tv', german_only: true },
  { route: '/kontakt', key: 'contact' },
  { route: '/datenschutz', key: 'privacy' },
  { route: '/impressum', key: 'imprint' },
  { route: '/faqs', key: 'faqs' },
  { route: '/agbs', key: 'terms' },
  // To the form itself (docs/behaviour/consumer-rights.md#declaration-forms).
  { route: '/widerrufsbelehrung', search: '?schritt=formular', key: 'withdrawal' },
  { route: '/kuendigung', key: 'cancellation' },
];

/** What other languages get at the end of the footer instead of the German entries. */
const bareRows: readonly (LinkRow & { readonly bare_label: string })[] = [
  { route: '/tv', key: 'tv', bare_label: 'TV' },
  { route: '/blog', key: 'blog', bare_label: 'Blog' },
];

/** The navigation of a language. */
export function navigationLinks(locale: Locale): readonly NavigationLink[] {
  return toLinks(navigationRows, locale);
}

/** The profile links of a logged-in user's menu. */
export function profileLinks(locale: Locale): readonly NavigationLink[] {
  return toLinks(profileRows, locale);
}

/** The footer of a language; TV and blog come back with a bare label where it is not German. */
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
      hides_on_small_screens: row.hides_on_small_screens ?? false,
    }));
}

/** The address of a route in a language; home is `/de`, without a slash at its end. */
export function localePath(locale: Locale, route: string): string {
  return route === '/' ? `/${locale}` : `/${locale}${route}`;
}

/** A path without its locale: `/de/kurse` is `/kurse`, `/de` is `/`. Other paths stay as they are. */
export function routeOf(path: string): Route {
  const [first = '', ...rest] = path.replace(/^\/+/, '').split('/');
  const isLocalised = locales.some((locale) => locale === first);
  return `/${(isLocalised ? rest : [first, ...rest]).join('/')}`;
}

/** The same path under another locale, with its query. */
export function switchLocalePath(path: string, query: string, locale: Locale): string {
  return `${localePath(locale, routeOf(path))}${toSearch(query)}`;
}

/**
 * The canonical address: site root, locale, current path; only blog paths keep their query.
 * `path` may carry the locale or not; a slash at its end is left out. `query` may begin with a question mark.
 */
export function canonicalUrl(siteRoot: string, locale: Locale, path: string, query: string): string {
  const route = routeOf(path).replace(/\/+$/, '');
  const isBlog = route === '/blog' || route.startsWith('/blog/');
  return `${siteRoot.replace(/\/+$/, '')}${localePath(locale, route)}${isBlog ? toSearch(query) : ''}`;
}

function toSearch(query: string): string {
  const text = query.replace(/^\?/, '');
  return text === '' ? '' : `?${text}`;
}

const longestReturnTo = 2048;

/**
 * A path of this site to go to after a login, or null when the value could lead elsewhere: `//host`, `/\host`,
 * schemes, backslashes, control characters, and double slashes that a router could take for a host.
 */
export function safeReturnTo(value: string | null): string | null {
  if (value === null || value.length > longestReturnTo || !value.startsWith('/')) return null;
  if (value.includes('\\') || [...value].some(isControlCharacter)) return null;
  const path = value.split(/[?#]/, 1)[0] ?? '';
  return path.includes('//') ? null : value;
}

/** Browsers drop some of these from addresses, so `/<tab>/host` would lead to another host. */
function isControlCharacter(character: string): boolean {
  return character < ' ' || character === '\u007f';
}

const germanLetters: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };

/**
 * The address a page has, for one that was written another way: capitals, umlauts, accents, blanks and underscores
 * become what slugs are made of, so that `/de/kurse/Albrecht-Dürer` is found. Null when the path is in this form
 * already, or is no page's path. The server redirects to it permanently.
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
    .replace(/\/{2,}/g, '/');
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
