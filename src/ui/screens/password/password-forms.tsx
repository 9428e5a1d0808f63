import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import type { FieldError, UseFormRegisterReturn } from 'react-hook-form';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/components/button.tsx';
import { Checkbox, PasswordField, TextField } from '#ui/components/form-fields.tsx';
import { LinkButton } from '#ui/components/links.tsx';
import { Notice } from '#ui/components/notice.tsx';
import { accountCompletionSchema, passwordResetSchema } from '#ui/forms/account-schemas.ts';
import { assignFailure } from '#ui/forms/assign-failure.ts';
import { useFailureText } from '#ui/hooks/use-failure-text.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import { useFormText } from '#ui/i18n/use-form-text.ts';
import styles from '#ui/screens/login/form.module.css';
import { useFinishLogin } from '#ui/screens/login/login-form.tsx';

/** Sets a new password with the link's token. */
export function ResetForm({ token }: { readonly token: string }) {
  const { t } = useTranslation('auth');
  const shop = useShop();
  const failureText = useFailureText();
  const [outcome, setOutcome] = useState<'open' | 'done' | 'expired'>('open');
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(passwordResetSchema),
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (passwords) => {
    const answer = await shop.actions.resetPassword({ token, ...passwords });
    if (answer.ok) setOutcome('done');
    else if (answer.error.code === 'LINK_EXPIRED') setOutcome('expired');
    else if (!assignFailure(answer.error, ['password', 'password_confirmation'], setError)) {
      setError('root', { type: 'host', message: failureText(answer.error) });
    }
  });

  if (outcome === 'expired') return <ExpiredLink />;
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
      <NewPasswordFields
        password={register('password')}
        confirmation={register('password_confirmation')}
        errors={errors}
      />
      {errors.root !== undefined && <Notice tone="error">{errors.root.message}</Notice>}
      <Button type="submit" size="large" isWide isLoading={isSubmitting}>
        {t('password.reset.submit')}
      </Button>
    </form>
  );
}

/** Completes an account that a purchase made, logs in, and leads to the learner's courses (decisions §5). */
export function CompletionForm({ token }: { readonly token: string }) {
  const { t } = useTranslation('auth');
  const shop = useShop();
  const enter = useFinishLogin();
  const formText = useFormText();
  const failureText = useFailureText();
  const [isExpired, setExpired] = useState(false);
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(accountCompletionSchema),
  });
  const { errors, isSubmitting } = formState;
  const said = (message: string | undefined) => (message === undefined ? undefined : formText(message));

  const submit = handleSubmit(async (person) => {
    const answer = await shop.actions.completeAccount({ token, salutation: 'none', ...person });
    if (answer.ok) {
      await enter({
        title: { key: 'auth:password.complete.done_title' },
        message: { key: 'auth:password.complete.done' },
      });
    } else if (answer.error.code === 'LINK_EXPIRED') setExpired(true);
    else if (!assignFailure(answer.error, ['password', 'firstname', 'lastname'], setError)) {
      setError('root', { type: 'host', message: failureText(answer.error) });
    }
  });

  if (isExpired) return <ExpiredLink />;
  return (
    <form className={styles.form} method="post" noValidate onSubmit={submit}>
      <div className={styles.names}>
        <TextField
          label={t('register.firstname')}
          isOptional
          autoComplete="given-name"
          error={said(errors.firstname?.message)}
          {...register('firstname')}
        />
        <TextField
          label={t('register.lastname')}
          isOptional
          autoComplete="family-name"
          error={said(errors.lastname?.message)}
          {...register('lastname')}
        />
      </div>
      <NewPasswordFields
        password={register('password')}
        confirmation={register('password_confirmation')}
        errors={errors}
      />
      <Checkbox {...register('newsletter')}>{t('register.newsletter')}</Checkbox>
      {errors.root !== undefined && <Notice tone="error">{errors.root.message}</Notice>}
      <Button type="submit" size="large" isWide isLoading={isSubmitting}>
        {t('password.complete.submit')}
      </Button>
    </form>
  );
}

interface NewPasswordFieldsProps {
  /** Where another password stands beside it; else it is just the password. */
  readonly label?: string | undefined;
  readonly password: UseFormRegisterReturn;
  readonly confirmation: UseFormRegisterReturn;
  readonly errors: {
    readonly password?: FieldError | undefined;
    readonly password_confirmation?: FieldError | undefined;
  };
}

/** A new password and its repetition. */
export function NewPasswordFields({ label, password, confirmation, errors }: NewPasswordFieldsProps) {
  const { t } = useTranslation('auth');
  const formText = useFormText();
  const said = (error: FieldError | undefined) =>
    error?.message === undefined ? undefined : formText(error.message);

  return (
    <>
      <PasswordField
        label={label ?? t('login.password')}
        autoComplete="new-password"
        hint={t('register.password_hint')}
        error={said(errors.password)}
        {...password}
      />
      <PasswordField
        label={t('register.password_again')}
        autoComplete="new-password"
        error={said(errors.password_confirmation)}
        {...confirmation}
      />
    </>
  );
}

/** A link that was used or is too old, and the way to a new one. */
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
