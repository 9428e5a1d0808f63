import { useTranslation } from 'react-i18next';
import { hoursAndMinutes } from '#core/rules/basics/durations.ts';

/** Returns a function that formats seconds as hours and minutes in the page's language. */
export function useDurationText(): (seconds: number) => string {
  const { t } = useTranslation('base');
  return (seconds) => {
    const { hours, minutes } = hoursAndMinutes(seconds);
    return hours === 0 ? t('length.minutes', { minutes }) : t('length.hours', { hours, minutes });
  };
}
