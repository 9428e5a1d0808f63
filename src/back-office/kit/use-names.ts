import { useTranslation } from 'react-i18next';

/** The word for a value of the server (a state, a cause, a template), or the value itself where the texts have none. */
export function useNames(): (group: string, value: string) => string {
  const { t, i18n } = useTranslation('backOffice');
  return (group, value) => {
    const key = `names.${group}.${value}`;
    return i18n.exists(`backOffice:${key}`) ? (t as (key: string) => string)(key) : value;
  };
}
