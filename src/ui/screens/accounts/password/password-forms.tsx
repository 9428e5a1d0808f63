import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { tokenOfPastedLink } from '#core/rules/basics/site-paths.ts';
import { NameFields, NewPasswordFields } from '#ui/components/accounts/account-fields.tsx';
import styles from '#ui/components/accounts/form.module.css';
import { useFinishLogin } from '#ui/components/accounts/login-form.tsx';
import { Checkbox } from '#ui/components/parts/fields/choices.tsx';
import { MailTokenField } from '#ui/components/parts/fields/mail-token-field.tsx';
import { PostForm, SubmitButton, usePostedForm } from '#ui/components/parts/fields/post-form.tsx';
import { LinkButton } from '#ui/components/parts/links/links.tsx';
import { Notice } from '#ui/components/parts/notice.tsx';
import { accountCompletionSchema, passwordResetSchema } from '#ui/forms/account-schemas.ts';
import type { RefusedForm } from '#ui/forms/form-action.ts';
import { printableField } from '#ui/forms/printable-field.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { useShop } from '#ui/hooks/use-shop.ts';

export const emptyReset = { password: '', password_confirmation: '' };

export const emptyCompletion = { ...emptyReset, firstname: '', lastname: '', newsletter: false };

interface MailedFormProps {
  /** The token of the mailed link, from `useMailToken`. */
  readonly token: string | null;
}

interface ResetFormProps extends MailedFormProps {
  /** Whether the password was set without JavaScript. */
  readonly isDone: boolean;
}

/** The form that sets a new password with the token of a mailed link. */
export function ResetForm({ token, isDone }: ResetFormProps) {
  const { t } = useTranslation('auth');
  const { actions } = useShop();
  const posted = usePostedForm('password_reset');
  const known = tokenOf(token, posted);
  const [outcome, setOutcome] = useState<'open' | 'done' | 'expired'>(
    isDone ? 'done' : isExpiredLink(posted) ? 'expired' : 'open',
  );
  const form = useSchemaForm(passwordResetSchema, { posted, defaultValues: emptyReset });

  const submit = form.handleSubmit(async (passwords) => {
    const response = await actions.resetPassword({ token: known ?? '', ...passwords });
    if (response.ok) setOutcome('done');
    else if (response.error.code === 'LINK_EXPIRED') setOutcome('expired');
    else form.showFailure(response.error);
  });

  if (outcome === 'expired' || (outcome === 'open' && known === '')) return <ExpiredLink />;
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
    <PostForm className={styles.form} refusal={form.refusal} onSubmit={submit}>
      <MailTokenField id={`${form.id}-token`} posted={posted} />
      <NewPasswordFields field={form.field} />
      {form.formError !== undefined && <Notice tone="error">{form.formError}</Notice>}
      <SubmitButton form="password_reset" size="large" isWide isLoading={form.isSubmitting}>
        {t('password.reset.submit')}
      </SubmitButton>
    </PostForm>
  );
}

/**
 * The form that completes an account created by a purchase, and logs in (docs/behaviour/orders.md#account-for-a-guest).
 */
export function CompletionForm({ token }: MailedFormProps) {
  const { t } = useTranslation('auth');
  const { actions } = useShop();
  const finishLogin = useFinishLogin();
  const posted = usePostedForm('account_completion');
  const known = tokenOf(token, posted);
  const [isExpired, setExpired] = useState(isExpiredLink(posted));
  const form = useSchemaForm(accountCompletionSchema, { posted, defaultValues: emptyCompletion });

  const submit = form.handleSubmit(async (person) => {
    const response = await actions.completeAccount({ token: known ?? '', salutation: 'none', ...person });
    if (response.ok) {
      await finishLogin({
        title: { key: 'auth:password.complete.done_title' },
        message: { key: 'auth:password.complete.done' },
      });
    } else if (response.error.code === 'LINK_EXPIRED') setExpired(true);
    else form.showFailure(response.error);
  });

  if (isExpired || known === '') return <ExpiredLink />;
  return (
    <PostForm className={styles.form} refusal={form.refusal} onSubmit={submit}>
      <MailTokenField id={`${form.id}-token`} posted={posted} />
      <NameFields field={(name) => printableField(form, name)} />
      <NewPasswordFields field={form.field} />
      <Checkbox {...form.tick('newsletter')}>{t('register.newsletter')}</Checkbox>
      {form.formError !== undefined && <Notice tone="error">{form.formError}</Notice>}
      <SubmitButton form="account_completion" size="large" isWide isLoading={form.isSubmitting}>
        {t('password.complete.submit')}
      </SubmitButton>
    </PostForm>
  );
}

/**
 * Returns the token. After a form was sent before hydration, it is in the posted values and no longer in the address.
 */
function tokenOf(token: string | null, posted: RefusedForm | null): string | null {
  const sent = posted?.values.token;
  return token === '' && typeof sent === 'string' ? tokenOfPastedLink(sent) : token;
}

function isExpiredLink(posted: RefusedForm | null): boolean {
  return posted?.code === 'LINK_EXPIRED';
}

/** The message for a used, expired or incomplete link, with a way to request a new one. */
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
