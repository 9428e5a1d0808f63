import { useTranslation } from 'react-i18next';

/** The name of a country (ISO 3166-1 alpha-2) in the language of the page, else its code. */
export function useCountryName(): (country: string) => string {
  const { t, i18n } = useTranslation(['checkout', 'base']);
  return (country) => {
    const key = [`base:country.${country}`, `checkout:country.${country}`].find((name) => i18n.exists(name));
    return key === undefined ? country : t(key as 'base:country.DE');
  };
}
