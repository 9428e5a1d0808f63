import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import * as z from 'zod/mini';
import type { EndpointValue } from '#api/endpoint.ts';
import { operatorSessionEndpoints } from '#api/operations/operator-session-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import { type FormDescription, RecordForm } from '#back-office/kit/form-dialog.tsx';
import { useFailureText } from '#back-office/kit/use-operator-failure-text.ts';
import { sixDigits } from '#core/model/primitives.ts';
import { shownEmail } from '#core/rules/accounts/shown-email.ts';
import { Authenticator } from './authenticator.tsx';
import { LoginLayout } from './login-layout.tsx';
import { newPassword, newPasswordFields } from './new-password.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import styles from './session.module.css';

type Invitation = EndpointValue<typeof operatorSessionEndpoints.openInvitation>;

const answer = z.object({
  name: z.string().check(z.trim(), z.minLength(1)),
  ...newPassword,
  code: sixDigits,
});

type Answer = z.output<typeof answer>;

function invitationForm(token: string, { name }: Invitation): FormDescription<Answer, readonly string[]> {
  return {
    schema: answer,
    fields: [
      { name: 'name', label: 'invitation.name', kind: 'text', autoComplete: 'name' },
      ...newPasswordFields('login.password'),
      { name: 'code', label: 'invitation.code', kind: 'code', autoComplete: 'one-time-code' },
    ],
    submitLabel: 'invitation.submit',
    defaultValues: { name, password: '', password_confirmation: '', code: '' },
    send: async (values) => {
      const body = { token, ...values };
      const accepted = await call(
        operatorSessionEndpoints.acceptInvitation,
        { body },
        { asksForSession: false },
      );
      return accepted.ok ? { ok: true, value: accepted.value.recovery_codes } : accepted;
    },
  };
}

/** Invitation page: asks for name, password and second factor, then shows the recovery codes once. */
export function InvitationPage() {
  const { t } = useTranslation('backOffice');
  const failureText = useFailureText();
  // The token is in the URL fragment, so that it reaches no server or log.
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get('token') ?? '');
  const [invitation, setInvitation] = useState<Invitation | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, by the token of the address
  useEffect(() => {
    void call(operatorSessionEndpoints.openInvitation, { body: { token } }, { asksForSession: false }).then(
      (opened) => (opened.ok ? setInvitation(opened.value) : setFailure(failureText(opened.error))),
    );
  }, [token]);

  if (codes !== null) {
    return (
      <LoginLayout title={t('invitation.codesTitle')}>
        <RecoveryCodes codes={codes} />
        <Link to="/" reloadDocument>
          {t('invitation.enter')}
        </Link>
      </LoginLayout>
    );
  }
  return (
    <LoginLayout title={t('invitation.title')}>
      {failure !== null && <p role="alert">{failure}</p>}
      {invitation !== null && (
        <>
          <p className={styles.text}>
            {t('invitation.text', {
              email: shownEmail(invitation.email),
              role: t(`roles.${invitation.role}`),
            })}
          </p>
          <Authenticator secret={invitation.secret} uri={invitation.otpauth_uri} />
          <RecordForm form={invitationForm(token, invitation)} onDone={setCodes} />
        </>
      )}
    </LoginLayout>
  );
}
