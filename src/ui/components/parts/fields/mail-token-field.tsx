import { useTranslation } from 'react-i18next';
import type { RefusedForm } from '#ui/forms/form-action.ts';
import { useFormText } from '#ui/i18n/use-form-text.ts';
import { TextField } from './form-fields.tsx';
import { WithoutScript } from './post-form.tsx';

interface MailTokenFieldProps {
  readonly id: string;
  readonly posted: RefusedForm | null;
}

/**
 * Asks for the mailed link, because without JavaScript the server does not receive its token
 * (docs/behaviour/accounts.md#tokens-of-links).
 */
export function MailTokenField({ id, posted }: MailTokenFieldProps) {
  const { t } = useTranslation('base');
  const formText = useFormText();
  const error = posted?.errors.token;
  return (
    <WithoutScript>
      {() => (
        <TextField
          id={id}
          name="token"
          label={t('mail_link.paste')}
          hint={t('mail_link.paste_hint')}
          autoComplete="off"
          spellCheck={false}
          defaultValue={posted?.values.token?.toString() ?? ''}
          error={error && formText(error)}
        />
      )}
    </WithoutScript>
  );
}
