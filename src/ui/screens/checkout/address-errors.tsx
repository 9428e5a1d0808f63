import type { FieldErrors } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { List } from '#ui/components/list/list.tsx';
import { Notice } from '#ui/components/notice/notice.tsx';
import { useFormText } from '#ui/i18n/use-form-text.ts';
import styles from './address-errors.module.css';
import type { ContactForm } from './address-schema.ts';

export interface AddressErrorsProps {
  readonly errors: FieldErrors<ContactForm>;
  /** Once the form has been sent. */
  readonly isShown: boolean;
}

/** The fields in their order, with their labels as keys of locales `form`. */
const labels = [
  ['email', 'E-Mail-Adresse'],
  ['firstname', 'Vorname'],
  ['lastname', 'Nachname'],
  ['company', 'Firma'],
  ['street', 'Straße'],
  ['house_number', 'Hausnummer'],
  ['postal_code', 'Postleitzahl'],
  ['city', 'Ort'],
  ['country', 'Land'],
  ['phone', 'Telefon'],
] as const;

/** Which fields are still missing or wrong, each with a link to it; what is wrong stands at the field. */
export function AddressErrors({ errors, isShown }: AddressErrorsProps) {
  const { t } = useTranslation('checkout');
  const say = useFormText();
  const faults = labels.filter(([name]) =>
    name === 'email' ? errors.email !== undefined : errors.address?.[name] !== undefined,
  );
  if (!isShown || faults.length === 0) return null;
  return (
    <Notice tone="error" title={t('address.summary', { count: faults.length })}>
      <List className={styles.faults}>
        {faults.map(([name, label]) => (
          <li key={name}>
            <a
              href={`#address-${name}`}
              onClick={(event) => {
                event.preventDefault();
                document.getElementById(`address-${name}`)?.focus();
              }}
            >
              {say(label)}
            </a>
          </li>
        ))}
      </List>
    </Notice>
  );
}
