import { useTranslation } from 'react-i18next';

/** Says a day (`2026-11-01`) in the language of the page; anything else stays as it is. */
export function useDateText(): (day: string) => string {
  const { t } = useTranslation('base');
  return (day) => {
    const [, year, month, date] = /^(\d{4})-(0[1-9]|1[0-2])-(\d{2})$/.exec(day) ?? [];
    if (month === undefined) return day;
    return t('date.whole', { day: Number(date), month: t(`date.month.${month as '01'}`), year });
  };
}
