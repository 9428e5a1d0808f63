import type { Locale } from '#core/rules/locale.ts';

const regions: Readonly<Record<Locale, string>> = { de: 'de-DE', en: 'en-GB' };

/** A calendar day (`YYYY-MM-DD`) as letters write it: `21. November 2026`, `21 November 2026`. */
export function writtenDay(day: string, locale: Locale): string {
  return new Intl.DateTimeFormat(regions[locale], { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );
}
