import { useTranslation } from 'react-i18next';
import { hoursAndMinutes } from '#core/rules/duration.ts';

/** Says a length in hours and minutes in the language of the page. */
export function useLengthText(): (seconds: number) => string {
  const { t } = useTranslation('base');
  return (seconds) => {
    const { hours, minutes } = hoursAndMinutes(seconds);
    return hours === 0 ? t('length.minutes', { minutes }) : t('length.hours', { hours, minutes });
  };
}
