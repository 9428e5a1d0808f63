import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { normaliseEmail } from '#core/model/email-address.ts';
import type { Learner } from '#core/model/user.ts';
import { shownEmail } from '#core/rules/accounts/shown-email.ts';
import { UnconfirmedEmail } from '#ui/components/accounts/unconfirmed-email.tsx';
import { PasswordField, TextField } from '#ui/components/parts/fields/form-fields.tsx';
import { PostForm, SubmitButton, usePostedForm, useRefusal } from '#ui/components/parts/fields/post-form.tsx';
import { Outcome, useOutcome } from '#ui/components/parts/outcome.tsx';
import { emailByCodeSchema, emailByPasswordSchema } from '#ui/forms/account-schemas.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import styles from './profile.module.css';
import type { SavedForm } from './profile-action.ts';
import { ProfileSection } from './profile-section.tsx';

interface EmailFormProps {
  readonly learner: Learner;
  /** Result of a form that was saved without JavaScript. */
  readonly saved: SavedForm | null;
}

/**
 * The form to change the e-mail address. It requires the password or a code mailed to the current address; the change
 * is confirmed by a link mailed to the new one (docs/behaviour/accounts.md#changed-e-mail).
 */
export function EmailForm({ learner, saved }: EmailFormProps) {
  const { email, is_registered_with_funnel: hasNoPassword } = learner;
  const { t } = useTranslation('myProfile');
  const { actions } = useShop();
  const [sentTo, setSentTo] = useState(saved?.form === 'email' ? saved.email : null);
  const posted = usePostedForm('email');
  const codeRefusal = useRefusal(usePostedForm('email_code'), {});
  const isCodeSent = saved?.form === 'email_code';
  const [proof, setProof] = useState<'password' | 'code'>(
    hasNoPassword || isCodeSent || posted?.values.code ? 'code' : 'password',
  );
  const code = useOutcome();
  const own = shownEmail(email);
  const form = useSchemaForm(proof === 'code' ? emailByCodeSchema : emailByPasswordSchema, {
    posted,
    defaultValues: { email: '', password: '', code: '' },
  });

  const submit = form.handleSubmit(async ({ email: wanted, password, code: typed }) => {
    setSentTo(null);
    if (normaliseEmail(wanted) === email) {
      return form.setError('email', { type: 'same', message: t('data.email.same') }, { shouldFocus: true });
    }
    const response = await actions.updateProfile({
      email: wanted,
      ...(proof === 'code' ? { code: typed } : { password }),
    });
    if (response.ok) {
      form.reset();
      setSentTo(wanted);
    } else form.showFailure(response.error);
  });

  async function sendCode(event: FormEvent): Promise<void> {
    event.preventDefault();
    const isSent = await code.change(actions.requestEmailCode, t('data.email.code_sent', { email: own }));
    if (isSent) setProof('code');
  }

  return (
    <ProfileSection title={t('data.email.title')} note={t('data.email.note')}>
      <UnconfirmedEmail text={() => t('data.email.unconfirmed', { email: own })} />
      <PostForm className={styles.form} refusal={form.refusal} onSubmit={submit}>
        <p>{t('data.email.current', { email: own })}</p>
        <TextField type="email" label={t('data.email.new')} autoComplete="email" {...form.field('email')} />
        {proof === 'password' ? (
          <PasswordField
            label={t('data.email.password')}
            autoComplete="current-password"
            {...form.field('password')}
          />
        ) : (
          <TextField
            label={t('data.email.code', { email: own })}
            autoComplete="one-time-code"
            inputMode="numeric"
            {...form.field('code')}
          />
        )}
        <Outcome
          error={form.formError}
          title={t('data.email.sent_title')}
          done={sentTo === null ? null : t('data.email.sent', { email: shownEmail(sentTo), current: own })}
        />
        <SubmitButton form="email" kind="outline" isLoading={form.isSubmitting}>
          {t('data.email.submit')}
        </SubmitButton>
      </PostForm>
      <PostForm className={`${styles.form} ${styles.second}`} refusal={codeRefusal} onSubmit={sendCode}>
        <Outcome
          error={code.error}
          done={code.done ?? (isCodeSent ? t('data.email.code_sent', { email: own }) : null)}
        />
        <SubmitButton form="email_code" kind="text" isLoading={code.isBusy}>
          {t('data.email.send_code')}
        </SubmitButton>
      </PostForm>
    </ProfileSection>
  );
}
