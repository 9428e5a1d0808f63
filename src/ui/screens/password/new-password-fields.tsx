import type { FieldError, UseFormRegisterReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { PasswordField } from '#ui/components/password-field/password-field.tsx';
import { useFormText } from '#ui/i18n/use-form-text.ts';

export interface NewPasswordFieldsProps {
  /** Where another password stands beside it; else it is just the password. */
  readonly label?: string | undefined;
  readonly password: UseFormRegisterReturn;
  readonly confirmation: UseFormRegisterReturn;
  readonly errors: {
    readonly password?: FieldError | undefined;
    readonly password_confirmation?: FieldError | undefined;
  };
}

/** A new password and its repetition. */
export function NewPasswordFields({ label, password, confirmation, errors }: NewPasswordFieldsProps) {
  const { t } = useTranslation('auth');
  const formText = useFormText();
  const said = (error: FieldError | undefined) =>
    error?.message === undefined ? undefined : formText(error.message);

  return (
    <>
      <PasswordField
        label={label ?? t('login.password')}
        autoComplete="new-password"
        hint={t('register.password_hint')}
        error={said(errors.password)}
        {...password}
      />
      <PasswordField
        label={t('register.password_again')}
        autoComplete="new-password"
        error={said(errors.password_confirmation)}
        {...confirmation}
      />
    </>
  );
}
