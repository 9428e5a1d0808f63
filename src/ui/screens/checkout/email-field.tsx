import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { TextField } from '#ui/components/text-field/text-field.tsx';
import { useFormText } from '#ui/i18n/use-form-text.ts';
import type { ContactForm } from './address-schema.ts';
import { isEmail } from './address-schema.ts';

export interface EmailFieldProps {
  readonly form: UseFormReturn<ContactForm>;
  /** The form the field belongs to although it stands outside. */
  readonly formId: string;
  /** A whole address has been typed and left. */
  readonly onEmail: (email: string) => unknown;
}

/** A guest's e-mail address; leaving the field asks whether it has an account. */
export function EmailField({ form, formId, onEmail }: EmailFieldProps) {
  const { t } = useTranslation('checkout');
  const say = useFormText();
  const message = form.formState.errors.email?.message;
  const field = form.register('email');
  return (
    <TextField
      {...field}
      id="address-email"
      form={formId}
      type="email"
      label={t('address.contact')}
      hint={t('address.contact_hint')}
      error={message === undefined ? undefined : say(message)}
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      onBlur={(event) => {
        void field.onBlur(event);
        if (isEmail(event.currentTarget.value)) onEmail(event.currentTarget.value);
      }}
    />
  );
}
