import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Learner } from '#core/model/user.ts';
import { normaliseEmail } from '#core/rules/address.ts';
import { Button } from '#ui/components/button.tsx';
import { TextField } from '#ui/components/form-fields.tsx';
import { Notice } from '#ui/components/notice.tsx';
import { emailChangeSchema } from '#ui/forms/account-schemas.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import { Outcome, useOutcome } from './outcome.tsx';
import styles from './profile.module.css';
import { ProfileSection } from './profile-section.tsx';

/** Changes the e-mail address, confirmed by a mailed link (docs/behaviour/accounts-and-sessions.md#changed-e-mail). */
export function EmailForm({ learner: { email, is_email_confirmed } }: { readonly learner: Learner }) {
  const { t } = useTranslation('myProfile');
  const { actions } = useShop();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useSchemaForm(emailChangeSchema, { defaultValues: { email: '' } });

  const submit = form.handleSubmit(async (change) => {
    setSentTo(null);
    if (normaliseEmail(change.email) === email) {
      return form.setError('email', { type: 'same', message: t('data.email.same') }, { shouldFocus: true });
    }
    const response = await actions.updateProfile({ email: change.email });
    if (response.ok) {
      form.reset();
      setSentTo(change.email);
    } else form.showFailure(response.error);
  });

  return (
    <ProfileSection title={t('data.email.title')} note={t('data.email.note')}>
      {!is_email_confirmed && <UnconfirmedEmail email={email} />}
      <form className={styles.form} method="post" noValidate onSubmit={submit}>
        <p>{t('data.email.current', { email })}</p>
        <TextField type="email" label={t('data.email.new')} autoComplete="email" {...form.field('email')} />
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

/** Says that the address waits for the link of a mail, and sends the mail once more. */
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
