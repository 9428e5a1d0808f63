import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Learner } from '#core/model/user.ts';
import { normaliseEmail } from '#core/rules/address.ts';
import { Button } from '#ui/components/button.tsx';
import { PasswordField, TextField } from '#ui/components/form-fields.tsx';
import { Notice } from '#ui/components/notice.tsx';
import { Outcome, useOutcome } from '#ui/components/outcome.tsx';
import { emailByCodeSchema, emailByPasswordSchema } from '#ui/forms/account-schemas.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import styles from './profile.module.css';
import { ProfileSection } from './profile-section.tsx';

/**
 * Changes the e-mail address: needs the password or a code mailed to the current address, and is confirmed by a link
 * mailed to the new one (docs/behaviour/accounts-and-sessions.md#changed-e-mail).
 */
export function EmailForm({ learner }: { readonly learner: Learner }) {
  const { email, is_email_confirmed, is_registered_with_funnel: hasNoPassword } = learner;
  const { t } = useTranslation('myProfile');
  const { actions } = useShop();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [proof, setProof] = useState<'password' | 'code'>(hasNoPassword ? 'code' : 'password');
  const code = useOutcome();
  const form = useSchemaForm(proof === 'code' ? emailByCodeSchema : emailByPasswordSchema, {
    defaultValues: { email: '', password: '', code: '' },
  });

  const submit = form.handleSubmit(async ({ email: wanted, password, code: typed }) => {
    setSentTo(null);
    if (normaliseEmail(wanted) === email) {
      return form.setError('email', { type: 'same', message: t('data.email.same') }, { shouldFocus: true });
    }
    const response = await actions.updateProfile({
      email: wanted,
      ...(proof === 'code' ? { code: typed.replaceAll(/\s/g, '') } : { password }),
    });
    if (response.ok) {
      form.reset();
      setSentTo(wanted);
    } else form.showFailure(response.error);
  });

  async function sendCode(): Promise<void> {
    const isSent = await code.change(actions.requestEmailCode, t('data.email.code_sent', { email }));
    if (isSent) setProof('code');
  }

  return (
    <ProfileSection title={t('data.email.title')} note={t('data.email.note')}>
      {!is_email_confirmed && <UnconfirmedEmail email={email} />}
      <form className={styles.form} method="post" noValidate onSubmit={submit}>
        <p>{t('data.email.current', { email })}</p>
        <TextField type="email" label={t('data.email.new')} autoComplete="email" {...form.field('email')} />
        {proof === 'password' ? (
          <PasswordField
            label={t('data.email.password')}
            autoComplete="current-password"
            {...form.field('password')}
          />
        ) : (
          <TextField
            label={t('data.email.code', { email })}
            autoComplete="one-time-code"
            inputMode="numeric"
            {...form.field('code')}
          />
        )}
        <Outcome error={code.error} done={code.done} />
        <Button kind="text" isLoading={code.isBusy} onClick={sendCode}>
          {t('data.email.send_code')}
        </Button>
        <Outcome
          error={form.formError}
          title={t('data.email.sent_title')}
          done={sentTo === null ? null : t('data.email.sent', { email: sentTo, current: email })}
        />
        <Button type="submit" kind="outline" isLoading={form.isSubmitting}>
          {t('data.email.submit')}
        </Button>
      </form>
    </ProfileSection>
  );
}

/** Tells that the address is not confirmed, and mails the link again. */
function UnconfirmedEmail({ email }: { readonly email: string }) {
  const { t } = useTranslation('myProfile');
  const { actions } = useShop();
  const { isBusy, error, done, change } = useOutcome();
  return (
    <div className={styles.form}>
      <Notice tone="info" title={t('data.email.unconfirmed_title')}>
        {t('data.email.unconfirmed', { email })}
      </Notice>
      <Outcome error={error} done={done} />
      <Button
        kind="outline"
        isLoading={isBusy}
        onClick={() => change(actions.requestEmailConfirmation, t('data.email.confirmation_sent', { email }))}
      >
        {t('data.email.confirmation_again')}
      </Button>
    </div>
  );
}
