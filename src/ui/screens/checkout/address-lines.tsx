import type { PostalAddress } from '#core/rules/address.ts';
import styles from './address-lines.module.css';
import { useCountryName } from './use-country-name.ts';

export interface AddressLinesProps {
  readonly address: PostalAddress;
  readonly email?: string | undefined;
  /** On as few lines as possible. */
  readonly isShort?: boolean | undefined;
}

/** An address as it is written on a parcel. */
export function AddressLines({ address, email, isShort = false }: AddressLinesProps) {
  const countryName = useCountryName();
  const { firstname, lastname, company, street, house_number, postal_code, city, country } = address;
  const lines = [
    `${firstname} ${lastname}`,
    company,
    `${street} ${house_number}`,
    `${postal_code} ${city}`,
    countryName(country),
  ].filter((line): line is string => line !== null && line !== '');
  return (
    <address className={styles.address}>
      {isShort ? lines.join(', ') : lines.map((line) => <span key={line}>{line}</span>)}
      {email !== undefined && <span>{email}</span>}
    </address>
  );
}
