import type { Locale } from '#core/model/values.ts';
import { locales } from '#core/model/values.ts';

/** The language used when nothing else decides. */
export const defaultLocale: Locale = 'de';

/** Name of the cookie that keeps the language. */
export const localeCookie = 'locale';

/** Whether a text is one of the shop's locales. */
export function isLocale(value: unknown): value is Locale {
  return locales.some((locale) => locale === value);
}

/**
 * The language for an address without one: the `locale` cookie, else the best match of `Accept-Language`, else
 * German. Both may be null or broken.
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

/** The locale an address begins with, or null: `/de/kurse` and `/de.data` are German, `/kurse` is nobody's. */
export function localeOfPath(path: string): Locale | null {
  const first = /^\/([^/.]*)/.exec(path)?.[1];
  return isLocale(first) ? first : null;
}
