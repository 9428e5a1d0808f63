import type { UseFormReturn } from 'react-hook-form';
import { Select } from '#ui/components/select/select.tsx';
import { TextField } from '#ui/components/text-field/text-field.tsx';
import { useFormText } from '#ui/i18n/use-form-text.ts';
import styles from './address-fields.module.css';
import type { AddressForm, ContactForm } from './address-schema.ts';
import { splitStreet } from './address-schema.ts';
import { useCountryName } from './use-country-name.ts';

export interface AddressFieldsProps {
  readonly form: UseFormReturn<ContactForm>;
  /** Countries on offer, ISO 3166-1 alpha-2. */
  readonly countries: readonly string[];
  /** For autofill: which of the browser's addresses. */
  readonly purpose: 'shipping' | 'billing';
  /** Prefix of the fields' ids. */
  readonly idPrefix: string;
}

/** The fields of an address (decisions §5). */
export function AddressFields({ form, countries, purpose, idPrefix }: AddressFieldsProps) {
  const say = useFormText();
  const countryName = useCountryName();
  const { errors } = form.formState;

  /** What a text field of the address takes over. */
  function field(name: keyof AddressForm, autoComplete: string) {
    const message = errors.address?.[name]?.message;
    return {
      ...form.register(`address.${name}`),
      id: `${idPrefix}-${name}`,
      autoComplete: autoComplete === 'off' ? 'off' : `${purpose} ${autoComplete}`,
      error: message === undefined ? undefined : say(message),
    };
  }

  function takeNumberOut(): void {
    const { street, house_number } = form.getValues('address');
    const parts = house_number === '' ? splitStreet(street) : null;
    if (parts === null) return;
    form.setValue('address.street', parts.street, { shouldValidate: true });
    form.setValue('address.house_number', parts.house_number, { shouldValidate: true });
  }

  /** In its place among the others, because the first one at fault gets the focus. */
  function streetField() {
    const { onBlur, ...street } = field('street', 'address-line1');
    return {
      ...street,
      onBlur(event: Parameters<typeof onBlur>[0]) {
        void onBlur(event);
        takeNumberOut();
      },
    };
  }

  return (
    <div className={styles.fields}>
      <Select
        {...field('salutation', 'honorific-prefix')}
        label={say('Anrede')}
        isOptional
        className={styles.third}
      >
        <option value="none">{say('Keine Angabe')}</option>
        <option value="ms">{say('Frau')}</option>
        <option value="mr">{say('Herr')}</option>
      </Select>
      <TextField {...field('firstname', 'given-name')} label={say('Vorname')} className={styles.half_first} />
      <TextField {...field('lastname', 'family-name')} label={say('Nachname')} className={styles.half} />
      <TextField
        {...field('company', 'organization')}
        label={say('Firma')}
        isOptional
        className={styles.whole}
      />
      <TextField {...streetField()} label={say('Straße')} className={styles.wide} />
      <TextField {...field('house_number', 'off')} label={say('Hausnummer')} className={styles.narrow} />
      <TextField
        {...field('postal_code', 'postal-code')}
        label={say('Postleitzahl')}
        inputMode={['DE', 'AT', 'CH'].includes(form.watch('address.country')) ? 'numeric' : 'text'}
        className={styles.narrow}
      />
      <TextField {...field('city', 'address-level2')} label={say('Ort')} className={styles.wide} />
      <Select {...field('country', 'country')} label={say('Land')} className={styles.half_first}>
        {countries.map((country) => (
          <option key={country} value={country}>
            {countryName(country)}
          </option>
        ))}
      </Select>
      <TextField
        {...field('phone', 'tel')}
        type="tel"
        label={say('Telefon')}
        isOptional
        className={styles.half}
      />
    </div>
  );
}
