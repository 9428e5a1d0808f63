import { Fragment, type ReactNode, useRef, useState } from 'react';
import type { FieldErrors } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { isEmailAddress, normaliseEmail } from '#core/model/email-address.ts';
import { splitStreet } from '#core/rules/accounts/address-needs.ts';
import { suggestEmail } from '#core/rules/accounts/email-typos.ts';
import { postalCodeExample } from '#core/rules/accounts/postal-codes.ts';
import { Button } from '#ui/components/parts/button.tsx';
import { classNames } from '#ui/components/parts/class-names.ts';
import { Select, TextField } from '#ui/components/parts/fields/form-fields.tsx';
import { Notice } from '#ui/components/parts/notice.tsx';
import { List } from '#ui/components/parts/page-parts.tsx';
import { printableField } from '#ui/forms/printable-field.ts';
import type { SchemaForm } from '#ui/forms/use-schema-form.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import { useFormText } from '#ui/i18n/use-form-text.ts';
import styles from './address-fields.module.css';
import { useCountryName } from './address-lines.tsx';
import type { AddressForm, ContactForm } from './address-schema.ts';

interface AddressFieldsProps {
  readonly form: SchemaForm<ContactForm>;
  /** Selectable countries, ISO 3166-1 alpha-2. */
  readonly countries: readonly string[];
  /** For autofill. */
  readonly purpose: 'shipping' | 'billing';
  /** Prefix of the fields' ids. */
  readonly idPrefix: string;
  readonly part?: keyof typeof parts;
}

const parts = {
  all: [
    'salutation',
    'firstname',
    'lastname',
    'company',
    'street',
    'house_number',
    'postal_code',
    'city',
    'country',
    'phone',
  ],
  /** Fields for orders that need no address. */
  contact: ['firstname', 'lastname', 'country'],
  /** Fields of an invoice address in addition to `contact`. */
  invoice: ['company', 'street', 'house_number', 'postal_code', 'city'],
} as const satisfies Readonly<Record<string, readonly (keyof AddressForm)[]>>;

/** Form paths of the fields that only an invoice address has. */
export const invoiceFields = parts.invoice.map((name) => `address.${name}` as const);

/** The fields of an address (docs/behaviour/accounts.md#postal-address). */
export function AddressFields({ form, countries, purpose, idPrefix, part = 'all' }: AddressFieldsProps) {
  const formText = useFormText();
  const { t, i18n } = useTranslation('checkout');
  const countryName = useCountryName();
  const country = form.watch('address.country');
  const example = postalCodeExample(country);
  const sorted = countries
    .map((code) => ({ code, name: countryName(code) }))
    .sort((one, other) => one.name.localeCompare(other.name, i18n.language));

  function field(name: keyof AddressForm, autoComplete: string) {
    return {
      ...printableField(form, `address.${name}`),
      id: `${idPrefix}-${name}`,
      autoComplete: autoComplete === 'off' ? 'off' : `${purpose} ${autoComplete}`,
    };
  }

  function splitHouseNumber(): void {
    const { street, house_number } = form.getValues('address');
    const parts = house_number === '' ? splitStreet(street) : null;
    if (parts === null) return;
    form.setValue('address.street', parts.street, { shouldValidate: true });
    form.setValue('address.house_number', parts.house_number, { shouldValidate: true });
  }

  /** Explains a wrong postal code with the country's name and an example. */
  function postalCodeField() {
    const { error, ...rest } = field('postal_code', 'postal-code');
    const isWrong = error !== undefined && form.getValues('address.postal_code').trim() !== '';
    const terms = { country: countryName(country), example };
    return { ...rest, error: isWrong && example !== null ? t('address.postal_code', terms) : error };
  }

  /** Validates the postal code again when the country changes. */
  function countryField() {
    const { onChange, ...rest } = field('country', 'country');
    return {
      ...rest,
      async onChange(event: Parameters<typeof onChange>[0]) {
        await onChange(event);
        if (form.getFieldState('address.postal_code').invalid) await form.trigger('address.postal_code');
      },
    };
  }

  function streetField() {
    const { onBlur, ...street } = field('street', 'address-line1');
    return {
      ...street,
      onBlur(event: Parameters<typeof onBlur>[0]) {
        void onBlur(event);
        splitHouseNumber();
      },
    };
  }

  const fields: Readonly<Record<keyof AddressForm, () => ReactNode>> = {
    salutation: () => (
      <Select
        {...field('salutation', 'honorific-prefix')}
        label={formText('Anrede')}
        isOptional
        className={styles.third}
      >
        <option value="none">{formText('Keine Angabe')}</option>
        <option value="ms">{formText('Frau')}</option>
        <option value="mr">{formText('Herr')}</option>
      </Select>
    ),
    firstname: () => (
      <TextField
        {...field('firstname', 'given-name')}
        label={formText('Vorname')}
        className={styles.halfFirst}
      />
    ),
    lastname: () => (
      <TextField {...field('lastname', 'family-name')} label={formText('Nachname')} className={styles.half} />
    ),
    company: () => (
      <TextField
        {...field('company', 'organization')}
        label={formText('Firma')}
        isOptional
        className={styles.whole}
      />
    ),
    street: () => <TextField {...streetField()} label={formText('Straße')} className={styles.wide} />,
    house_number: () => (
      <TextField {...field('house_number', 'off')} label={formText('Hausnummer')} className={styles.narrow} />
    ),
    postal_code: () => (
      <TextField
        {...postalCodeField()}
        label={formText('Postleitzahl')}
        inputMode={example !== null && /^[0-9]+$/.test(example) ? 'numeric' : 'text'}
        className={styles.code}
      />
    ),
    city: () => (
      <TextField {...field('city', 'address-level2')} label={formText('Ort')} className={styles.town} />
    ),
    country: () => (
      <Select
        {...countryField()}
        label={formText('Land')}
        hint={part === 'contact' ? t('address.country_hint') : undefined}
        className={part === 'contact' ? styles.whole : classNames(styles.halfFirst, styles.rowOnPhones)}
      >
        {sorted.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
    ),
    phone: () => (
      <TextField
        {...field('phone', 'tel')}
        type="tel"
        label={formText('Telefon')}
        isOptional
        className={classNames(styles.half, styles.rowOnPhones)}
      />
    ),
  };

  // Fields are registered in render order, so that the first invalid one gets the focus.
  return (
    <div className={styles.fields}>
      {parts[part].map((name) => (
        <Fragment key={name}>{fields[name]()}</Fragment>
      ))}
    </div>
  );
}

interface AddressErrorsProps {
  readonly errors: FieldErrors<ContactForm>;
  /** Whether the form has been submitted. */
  readonly isShown: boolean;
}

/** Fields in display order, with their labels as keys of locales `form`. */
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

/** Lists the missing or wrong fields, each with a link to it. */
export function AddressErrors({ errors, isShown }: AddressErrorsProps) {
  const { t } = useTranslation('checkout');
  const formText = useFormText();
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
              {formText(label)}
            </a>
          </li>
        ))}
      </List>
    </Notice>
  );
}

interface EmailFieldProps {
  readonly form: SchemaForm<ContactForm>;
  /** Id of the form that the field belongs to; the field is rendered outside of it. */
  readonly formId: string;
  /** Whether the order will create an account (docs/behaviour/orders.md#account-for-a-guest). */
  readonly needsAccount: boolean;
  readonly onEmail: (email: string) => unknown;
}

/** The e-mail field of a guest. On blur it checks for an existing account and for a typing error. */
export function EmailField({ form, formId, needsAccount, onEmail }: EmailFieldProps) {
  const { t } = useTranslation('checkout');
  const field = form.field('email');
  const [asked, setAsked] = useState<string | null>(null);
  const meant = asked !== null && asked === form.watch('email') ? suggestEmail(asked) : null;

  function correct(email: string): void {
    form.setValue('email', email, { shouldValidate: true });
    form.setFocus('email');
    onEmail(email);
  }

  return (
    <div className={styles.email}>
      <TextField
        {...field}
        id="address-email"
        form={formId}
        type="email"
        label={t('address.contact')}
        hint={t(needsAccount ? 'address.contact_account' : 'address.contact_no_account')}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        onBlur={async (event) => {
          const { value } = event.currentTarget;
          await field.onBlur(event);
          setAsked(value);
          if (isEmailAddress(value)) onEmail(value);
        }}
      />
      <p role="status" className={styles.meant}>
        {meant !== null && (
          <>
            {t('address.meant')}{' '}
            <Button kind="text" onClick={() => correct(meant)}>
              {meant}
            </Button>
            {'?'}
          </>
        )}
      </p>
    </div>
  );
}

interface AccountCheck {
  /** Returns whether a check has found an account with this e-mail. */
  isKnown(email: string): boolean;
  /** Returns whether the e-mail has an account. Each address is checked once; a failed check counts as no account. */
  check(email: string): Promise<boolean>;
  /** Marks an e-mail as having an account after the server has reported it. */
  markKnown(email: string): void;
}

/** Checks whether a guest's e-mail has an account (`accounts/check`). */
export function useAccountCheck(): AccountCheck {
  const shop = useShop();
  const [known, setKnown] = useState<readonly string[]>([]);
  const checks = useRef(new Map<string, Promise<boolean>>());

  async function request(email: string): Promise<boolean> {
    const response = await shop.actions.checkAccount(email);
    if (!response.ok) checks.current.delete(email);
    const exists = response.ok && response.value.exists;
    // Answers about several addresses may arrive in another order than they were asked.
    if (exists) setKnown((others) => [...others, email]);
    return exists;
  }

  return {
    isKnown: (email) => known.includes(normaliseEmail(email)),
    check(typed) {
      const email = normaliseEmail(typed);
      const result = checks.current.get(email) ?? request(email);
      checks.current.set(email, result);
      return result;
    },
    markKnown(typed) {
      const email = normaliseEmail(typed);
      checks.current.set(email, Promise.resolve(true));
      setKnown((others) => [...others, email]);
    },
  };
}
