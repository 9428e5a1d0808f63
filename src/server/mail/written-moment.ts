import type { Locale } from '#core/rules/locale.ts';

const regions: Readonly<Record<Locale, string>> = { de: 'de-DE', en: 'en-GB' };

/** Day and time as proof of when something came in, by the shop's clock: `21. November 2026 um 11:00:05 MEZ`. */
export function writtenMoment(moment: Date, locale: Locale): string {
  return new Intl.DateTimeFormat(regions[locale], {
    dateStyle: 'long',
    timeStyle: 'long',
    timeZone: 'Europe/Berlin',
  }).format(moment);
}
