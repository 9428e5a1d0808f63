/** The languages of the shop; each is also the first segment of every storefront address (specification §2, §9). */
export const locales = ['de', 'en'] as const;

export type Locale = (typeof locales)[number];

/** The language used when nothing else decides (decisions §7). */
export const defaultLocale: Locale = 'de';

/** Whether a text is one of the shop's locales. */
export function isLocale(value: unknown): value is Locale {
  return locales.some((locale) => locale === value);
}
