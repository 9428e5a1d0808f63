import { useTranslation } from 'react-i18next';
import { PasswordField, TextField } from '#ui/components/parts/fields/form-fields.tsx';
import type { FieldProps } from '#ui/forms/use-schema-form.ts';
import styles from './form.module.css';

/** First and last name, both optional. */
export function NameFields({ field }: { readonly field: (name: 'firstname' | 'lastname') => FieldProps }) {
  const { t } = useTranslation('auth');
  return (
    <div className={styles.names}>
      <TextField
        label={t('register.firstname')}
        isOptional
        autoComplete="given-name"
        {...field('firstname')}
      />
      <TextField
        label={t('register.lastname')}
        isOptional
        autoComplete="family-name"
        {...field('lastname')}
      />
    </div>
  );
}

interface NewPasswordFieldsProps {
  /** Label, for forms that also ask for the current password. Defaults to "password". */
  readonly label?: string | undefined;
  readonly field: (name: 'password' | 'password_confirmation') => FieldProps;
}

/** A new password and its repetition. */
export function NewPasswordFields({ label, field }: NewPasswordFieldsProps) {
  const { t } = useTranslation('auth');
  return (
    <>
      <PasswordField
        label={label ?? t('login.password')}
        autoComplete="new-password"
        hint={t('register.password_hint')}
        {...field('password')}
      />
      <PasswordField
        label={t('register.password_again')}
        autoComplete="new-password"
        {...field('password_confirmation')}
      />
    </>
  );
}
