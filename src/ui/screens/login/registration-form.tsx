import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Trans, useTranslation } from 'react-i18next';
import { Button } from '#ui/components/button.tsx';
import { Checkbox, PasswordField, TextField } from '#ui/components/form-fields.tsx';
import { ShopLink } from '#ui/components/links.tsx';
import { Notice } from '#ui/components/notice.tsx';

import { registrationSchema } from '#ui/forms/account-schemas.ts';
import { assignFailure } from '#ui/forms/assign-failure.ts';
import { useFailureText } from '#ui/hooks/use-failure-text.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import { useFormText } from '#ui/i18n/use-form-text.ts';
import { useTabAddress } from './auth-layout.tsx';
import styles from './form.module.css';
import { useFinishLogin } from './login-form.tsx';

/** Opens an account and logs in. Names are optional, the newsletter is not ticked (decisions §5). */
export function RegistrationForm() {
  const { t } = useTranslation('auth');
  const shop = useShop();
  const enter = useFinishLogin();
  const tabAddress = useTabAddress();
  const formText = useFormText();
  const failureText = useFailureText();
  const [isTaken, setTaken] = useState(false);
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(registrationSchema),
  });
  const { errors, isSubmitting } = formState;
  const said = (message: string | undefined) => (message === undefined ? undefined : formText(message));

  const submit = handleSubmit(async (person) => {
    setTaken(false);
    const answer = await shop.actions.register(person);
    if (answer.ok) {
      await enter({ title: { key: 'auth:register.done_title' }, message: { key: 'auth:register.done' } });
    } else if (answer.error.code === 'EMAIL_TAKEN') {
      setTaken(true);
      setError('email', { type: 'host', message: t('register.taken') }, { shouldFocus: true });
    } else if (!assignFailure(answer.error, ['email', 'password', 'firstname', 'lastname'], setError)) {
      setError('root', { type: 'host', message: failureText(answer.error) });
    }
  });

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
      <TextField
        type="email"
        label={t('login.email')}
        autoComplete="email"
        error={said(errors.email?.message)}
        hint={isTaken ? <ShopLink to={tabAddress('login')}>{t('register.taken_login')}</ShopLink> : undefined}
        {...register('email')}
      />
      <PasswordField
        label={t('login.password')}
        autoComplete="new-password"
        hint={t('register.password_hint')}
        error={said(errors.password?.message)}
        {...register('password')}
      />
      <PasswordField
        label={t('register.password_again')}
        autoComplete="new-password"
        error={said(errors.password_confirmation?.message)}
        {...register('password_confirmation')}
      />
      <Checkbox {...register('newsletter')}>{t('register.newsletter')}</Checkbox>
      {errors.root !== undefined && <Notice tone="error">{errors.root.message}</Notice>}
      <Button type="submit" size="large" isWide isLoading={isSubmitting}>
        {t('register.submit')}
      </Button>
      <p className={styles.legal}>
        <Trans
          t={t}
          i18nKey="register.legal"
          components={{ terms: <ShopLink to="/agbs" />, privacy: <ShopLink to="/datenschutz" /> }}
        />
      </p>
    </form>
  );
}
