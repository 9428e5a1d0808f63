import { useTranslation } from 'react-i18next';
import { hoursAndMinutes } from '#core/rules/calendar.ts';
import { useLocale } from './use-locale.ts';

/** Says a day (`2026-11-01`) in the language of the page; anything else stays as it is. */
export function useDateText(): (day: string) => string {
  const { t } = useTranslation('base');
  return (day) => {
    const [, year, month, date] = /^(\d{4})-(0[1-9]|1[0-2])-(\d{2})$/.exec(day) ?? [];
    if (month === undefined) return day;
    return t('date.whole', { day: Number(date), month: t(`date.month.${month as '01'}`), year });
  };
}

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

/** Says a length in hours and minutes in the language of the page. */
export function useDurationText(): (seconds: number) => string {
  const { t } = useTranslation('base');
  return (seconds) => {
    const { hours, minutes } = hoursAndMinutes(seconds);
    return hours === 0 ? t('length.minutes', { minutes }) : t('length.hours', { hours, minutes });
  };
}
