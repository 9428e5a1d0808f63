import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRevalidator } from 'react-router';
import * as z from 'zod/mini';
import type { EndpointValue } from '#api/endpoint.ts';
import { operatorSessionEndpoints } from '#api/operations/operator-session-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import { CopyButton } from '#back-office/kit/copy-button.tsx';
import { Dialog } from '#back-office/kit/dialog.tsx';
import { confirmationForm, type FormDescription, RecordForm } from '#back-office/kit/form-dialog.tsx';
import { RecordAction } from '#back-office/kit/records/record-action.tsx';
import { sixDigits } from '#core/model/primitives.ts';
import { Button } from '#ui/components/parts/button.tsx';
import { Authenticator } from './authenticator.tsx';
import { newPassword, newPasswordFields } from './new-password.ts';

type NewAuthenticator = EndpointValue<typeof operatorSessionEndpoints.openAuthenticator>;

const change = z.object({ current_password: z.string().check(z.minLength(1)), ...newPassword });

/** Form to change the password, which asks for the current one. */
export const passwordForm: FormDescription<z.output<typeof change>, unknown> = {
  schema: change,
  fields: [
    {
      name: 'current_password',
      label: 'sessions.passwordCurrent',
      kind: 'password',
      autoComplete: 'current-password',
    },
    ...newPasswordFields('sessions.passwordNew'),
  ],
  submitLabel: 'sessions.password',
  defaultValues: { current_password: '', password: '', password_confirmation: '' },
  send: (body) => call(operatorSessionEndpoints.changeOwnPassword, { body }),
};

const openForm = confirmationForm('sessions.authenticatorOpen', () =>
  call(operatorSessionEndpoints.openAuthenticator),
);

const proof = z.object({ code: sixDigits });

/** Returns the form that confirms a new authenticator by a code; it then replaces the old one. */
export function authenticatorForm(token: string): FormDescription<z.output<typeof proof>, unknown> {
  return {
    schema: proof,
    fields: [{ name: 'code', label: 'invitation.code', kind: 'code', autoComplete: 'one-time-code' }],
    submitLabel: 'sessions.authenticator',
    defaultValues: { code: '' },
    send: ({ code }) => call(operatorSessionEndpoints.replaceAuthenticator, { body: { token, code } }),
  };
}

/** Buttons to change the password and the authenticator. `onDone` is called with the outcome. */
export function OwnAccess({ onDone }: { readonly onDone: (text: string) => void }) {
  const { t } = useTranslation('backOffice');
  const { revalidate } = useRevalidator();
  const [isChanging, setChanging] = useState(false);
  const [next, setNext] = useState<NewAuthenticator | null>(null);

  function close(): void {
    setChanging(false);
    setNext(null);
  }

  function finish(text: string): void {
    close();
    onDone(text);
    void revalidate();
  }

  return (
    <>
      {/* Not a `RecordAction`, because that keeps typed input; a password must be forgotten when the dialog closes. */}
      <Button kind="outline" onClick={() => setChanging(true)}>
        {t('sessions.password')}
      </Button>
      <RecordAction
        label="sessions.authenticator"
        text={t('sessions.authenticatorText')}
        form={openForm}
        onDone={setNext}
      />
      <Dialog isOpen={isChanging} onClose={close} title={t('sessions.password')}>
        <p>{t('sessions.passwordText')}</p>
        <RecordForm form={passwordForm} onCancel={close} onDone={() => finish(t('sessions.passwordDone'))} />
      </Dialog>
      <Dialog isOpen={next !== null} onClose={close} title={t('sessions.authenticator')}>
        {next !== null && (
          <>
            <Authenticator secret={next.secret} uri={next.otpauth_uri} />
            <CopyButton value={next.secret} />
            <RecordForm
              form={authenticatorForm(next.token)}
              onCancel={close}
              onDone={() => finish(t('sessions.authenticatorDone'))}
            />
          </>
        )}
      </Dialog>
    </>
  );
}
