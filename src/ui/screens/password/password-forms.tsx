import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/components/button.tsx';
import { Checkbox } from '#ui/components/form-fields.tsx';
import { LinkButton } from '#ui/components/links.tsx';
import { Notice } from '#ui/components/notice.tsx';
import { accountCompletionSchema, passwordResetSchema } from '#ui/forms/account-schemas.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import { NameFields, NewPasswordFields } from '#ui/screens/login/account-fields.tsx';
import styles from '#ui/screens/login/form.module.css';
import { useFinishLogin } from '#ui/screens/login/login-form.tsx';

interface MailedFormProps {
  /** The token of the mailed link, from `useMailToken`. */
  readonly token: string | null;
}

/** Sets a new password, with the token of a mailed link. */
export function ResetForm({ token }: MailedFormProps) {
  const { t } = useTranslation('auth');
  const { actions } = useShop();
  const [outcome, setOutcome] = useState<'open' | 'done' | 'expired'>('open');
  const form = useSchemaForm(passwordResetSchema);

  const submit = form.handleSubmit(async (passwords) => {
    const response = await actions.resetPassword({ token: token ?? '', ...passwords });
    if (response.ok) setOutcome('done');
    else if (response.error.code === 'LINK_EXPIRED') setOutcome('expired');
    else form.showFailure(response.error);
  });

  if (outcome === 'expired' || token === '') return <ExpiredLink />;
  if (outcome === 'done') {
    return (
      <div className={styles.form}>
        <Notice tone="success" title={t('password.reset.done_title')} isLive>
          {t('password.reset.done')}
        </Notice>
        <LinkButton to="/auth/login" size="large" isWide>
          {t('password.reset.to_login')}
        </LinkButton>
      </div>
    );
  }
  return (
    <form className={styles.form} method="post" noValidate onSubmit={submit}>
      <NewPasswordFields field={form.field} />
      {form.formError !== undefined && <Notice tone="error">{form.formError}</Notice>}
      <Button type="submit" size="large" isWide isLoading={form.isSubmitting}>
        {t('password.reset.submit')}
      </Button>
    </form>
  );
}

/** Completes an account that a purchase created, and logs in (docs/behaviour/orders.md#account-for-a-guest). */
export function CompletionForm({ token }: MailedFormProps) {
  const { t } = useTranslation('auth');
  const { actions } = useShop();
  const finishLogin = useFinishLogin();
  const [isExpired, setExpired] = useState(false);
  const form = useSchemaForm(accountCompletionSchema);

  const submit = form.handleSubmit(async (person) => {
    const response = await actions.completeAccount({ token: token ?? '', salutation: 'none', ...person });
    if (response.ok) {
      await finishLogin({
        title: { key: 'auth:password.complete.done_title' },
        message: { key: 'auth:password.complete.done' },
      });
    } else if (response.error.code === 'LINK_EXPIRED') setExpired(true);
    else form.showFailure(response.error);
  });

  if (isExpired || token === '') return <ExpiredLink />;
  return (
    <form className={styles.form} method="post" noValidate onSubmit={submit}>
      <NameFields field={form.field} />
      <NewPasswordFields field={form.field} />
      <Checkbox {...form.register('newsletter')}>{t('register.newsletter')}</Checkbox>
      {form.formError !== undefined && <Notice tone="error">{form.formError}</Notice>}
      <Button type="submit" size="large" isWide isLoading={form.isSubmitting}>
        {t('password.complete.submit')}
      </Button>
    </form>
  );
}

/** Shown for a link that was used, is too old or is incomplete, with the way to a new one. */
function ExpiredLink() {
  const { t } = useTranslation('auth');
  return (
    <div className={styles.form}>
      <Notice tone="error" title={t('password.expired_title')}>
        {t('password.expired')}
      </Notice>
      <LinkButton to="/auth/passwort" size="large" isWide>
        {t('password.expired_action')}
      </LinkButton>
    </div>
  );
}
