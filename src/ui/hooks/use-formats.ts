import { useTranslation } from 'react-i18next';
import { regions } from '#core/model/values.ts';
import { calendarDay } from '#core/rules/basics/calendar.ts';
import { useLocale } from './use-locale.ts';

/** Returns a function that formats a day (`2026-11-01`) in the page's language; other texts stay unchanged. */
export function useDateText(): (day: string) => string {
  const { t } = useTranslation('base');
  return (day) => {
    const [, year, month, date] = /^(\d{4})-(0[1-9]|1[0-2])-(\d{2})$/.exec(day) ?? [];
    if (month === undefined) return day;
    return t('date.whole', { day: Number(date), month: t(`date.month.${month as '01'}`), year });
  };
}

/**
 * Returns a function that formats the day of a time (ISO 8601) in the shop's time zone, equally on server and browser.
 */
export function useDateOfText(): (instant: string) => string {
  const dateText = useDateText();
  return (instant) => dateText(calendarDay(Date.parse(instant)));
}

/**
 * Returns a function that formats day and time in the shop's time zone, like in mails: `21. November 2026 um 11:00:05
 * MEZ`.
 */
export function useMomentText(): (instant: string) => string {
  const locale = useLocale();
  return (instant) =>
    new Intl.DateTimeFormat(regions[locale], {
      dateStyle: 'long',
      timeStyle: 'long',
      timeZone: 'Europe/Berlin',
    }).format(new Date(instant));
}
