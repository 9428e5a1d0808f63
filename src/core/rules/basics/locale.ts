import { type Locale, locales } from '#core/model/values.ts';

/** The locale that is used when neither URL, cookie nor browser settings select one. */
export const defaultLocale: Locale = 'de';

/** Name of the cookie that stores the locale. */
export const localeCookie = 'locale';

/** Lifetime of the locale cookie: a year. */
export const localeCookieSeconds = 31_536_000;

/** Returns whether a value is a locale of the shop. */
export function isLocale(value: unknown): value is Locale {
  return locales.some((locale) => locale === value);
}

/**
 * Returns the locale for a URL without one: that of the `locale` cookie, otherwise the best match of the
 * `Accept-Language` header, otherwise German. Null and invalid values are ignored.
 */
export function negotiateLocale(cookie: string | null, acceptLanguage: string | null): Locale {
  if (isLocale(cookie)) return cookie;
  const ranked = (acceptLanguage ?? '')
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range.trim().toLowerCase().split(';');
      const quality = parameters.map((parameter) => /^\s*q=([01](?:\.\d{0,3})?)\s*$/.exec(parameter)?.[1])[0];
      return { language: tag.split('-')[0], quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter((range) => range.quality > 0)
    .toSorted((one, other) => other.quality - one.quality);
  return ranked.map((range) => range.language).find(isLocale) ?? defaultLocale;
}

/**
 * Returns the locale at the beginning of a path, or null: `de` for `/de/kurse` and `/de.data`, null for
 * `/kurse`.
 */
export function localeOfPath(path: string): Locale | null {
  const first = /^\/([^/.]*)/.exec(path)?.[1];
  return isLocale(first) ? first : null;
}
