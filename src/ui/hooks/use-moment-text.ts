import { useLocale } from './use-locale.ts';

const regions = { de: 'de-DE', en: 'en-GB' } as const;

/** Says day and time by the shop's clock, as the mailed receipts do: `21. November 2026 um 11:00:05 MEZ`. */
export function useMomentText(): (instant: string) => string {
  const locale = useLocale();
  return (instant) =>
    new Intl.DateTimeFormat(regions[locale], {
      dateStyle: 'long',
      timeStyle: 'long',
      timeZone: 'Europe/Berlin',
    }).format(new Date(instant));
}
