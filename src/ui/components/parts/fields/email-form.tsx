import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lengths } from '#core/model/text-lengths.ts';
import type { ApiResult } from '#core/storefront/kernel/context.ts';
import type { RefusedForm } from '#ui/forms/form-action.ts';
import { useBusy } from '#ui/hooks/use-busy.ts';
import { useFailureText } from '#ui/hooks/use-failure-text.ts';
import { useLearner, writtenEmail } from '#ui/hooks/use-session.ts';
import { TextField } from './form-fields.tsx';

/** The submitted values: an e-mail address, and whether the checkbox was ticked. */
interface EmailForm {
  readonly email: string;
  readonly isTicked: boolean;
}

interface EmailFormErrors {
  readonly email?: string | undefined;
  readonly checkbox?: string | undefined;
  /** Failure that belongs to no field. */
  readonly form?: string | undefined;
}

/**
 * State of a form with the inputs `email` and `checkbox`; if the checkbox is `required`, it must be ticked. It does not
 * use the form library, because the newsletter form is on the home page. `posted` is the form that the server rejected
 * without JavaScript.
 */
export function useEmailForm(
  send: (form: EmailForm) => ApiResult<unknown>,
  posted: RefusedForm | null = null,
) {
  const { t } = useTranslation('component');
  const failureText = useFailureText();
  const { isBusy, run } = useBusy();
  const [errors, setErrors] = useState<EmailFormErrors>(posted?.errors ?? {});
  const [sent, setSent] = useState<EmailForm | null>(null);

  async function validateAndSend({ elements }: HTMLFormElement): Promise<void> {
    const address = elements.namedItem('email') as HTMLInputElement;
    const checkbox = elements.namedItem('checkbox') as HTMLInputElement;
    const email = address.value.trim();
    // Not every browser accepts internationalised domain names; the server validates them.
    const isRight = address.validity.valid || /[^ -~]/.test(email);
    const wrong = email === '' ? 'email_missing' : isRight ? null : 'email_wrong';
    setErrors({
      email: wrong === null ? undefined : t(`newsletter.${wrong}`),
      checkbox: checkbox.validity.valid ? undefined : t('newsletter.consent_missing'),
    });
    if (wrong !== null) return address.focus();
    if (!checkbox.validity.valid) return checkbox.focus();
    const form = { email, isTicked: checkbox.checked };
    const response = await send(form);
    if (response.ok) return setSent(form);
    const ofField = response.error.fields.email;
    setErrors(ofField === undefined ? { form: failureText(response.error) } : { email: ofField });
    if (ofField !== undefined) address.focus();
  }

  return {
    isBusy,
    errors,
    setErrors,
    /** The sent values; null before. */
    sent,
    submit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault();
      const form = event.currentTarget;
      void run(() => validateAndSend(form));
    },
  };
}

interface EmailInputProps {
  readonly id?: string;
  readonly error: string | undefined;
  /** Text typed before; by default a learner's address is filled in. */
  readonly typed?: string | undefined;
}

/** The e-mail field of such a form. */
export function EmailInput({ id, error, typed }: EmailInputProps) {
  const { t } = useTranslation('component');
  const email = writtenEmail(useLearner());
  return (
    <TextField
      id={id}
      type="email"
      name="email"
      label={t('newsletter.email')}
      autoComplete="email"
      maxLength={lengths.email}
      required
      defaultValue={typed ?? email}
      error={error}
    />
  );
}
