import { useTranslation } from 'react-i18next';
import type { BillingContact, PostalAddress } from '#core/model/address.ts';
import { shownEmail } from '#core/rules/accounts/shown-email.ts';
import styles from './address-lines.module.css';

interface AddressLinesProps {
  /** A full address, or only name and country. */
  readonly address: PostalAddress | BillingContact;
  readonly email?: string | undefined;
  /** Shows the address on one line. */
  readonly isShort?: boolean | undefined;
}

export function AddressLines({ address, email, isShort = false }: AddressLinesProps) {
  const countryName = useCountryName();
  const { firstname, lastname, country } = address;
  const place =
    'street' in address
      ? [
          address.company,
          `${address.street} ${address.house_number}`,
          `${address.postal_code} ${address.city}`,
        ]
      : [];
  const lines = [`${firstname} ${lastname}`, ...place, countryName(country)].filter(
    (line): line is string => line !== null && line !== '',
  );
  return (
    <address className={styles.address}>
      {isShort ? lines.join(', ') : lines.map((line) => <span key={line}>{line}</span>)}
      {email !== undefined && <span>{shownEmail(email)}</span>}
    </address>
  );
}

/** Returns a function that names a country (ISO 3166-1 alpha-2) in the page's language; its code if unknown. */
export function useCountryName(): (country: string) => string {
  const { t, i18n } = useTranslation(['checkout', 'base']);
  return (country) => {
    const key = [`base:country.${country}`, `checkout:country.${country}`].find((name) => i18n.exists(name));
    return key === undefined ? country : t(key as 'base:country.DE');
  };
}
