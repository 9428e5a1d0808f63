import { useTranslation } from 'react-i18next';

/** Returns the label of a server value (a state, a cause, a template), or the value itself if there is none. */
export function useNames(): (group: string, value: string) => string {
  const { t, i18n } = useTranslation('backOffice');
  return (group, value) => {
    const key = `names.${group}.${value}`;
    return i18n.exists(`backOffice:${key}`) ? (t as (key: string) => string)(key) : value;
  };
}
