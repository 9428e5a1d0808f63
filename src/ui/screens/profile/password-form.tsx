import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { Learner } from '#core/rules/session.ts';
import { Button } from '#ui/components/button.tsx';
import { PasswordField } from '#ui/components/form-fields.tsx';
import { Notice } from '#ui/components/notice.tsx';
import { passwordChangeSchema, passwordResetSchema } from '#ui/forms/account-schemas.ts';
import { assignFailure } from '#ui/forms/assign-failure.ts';
import { useFailureText } from '#ui/hooks/use-failure-text.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import { useFormText } from '#ui/i18n/use-form-text.ts';
import { NewPasswordFields } from '#ui/screens/password/password-forms.tsx';
import { Outcome } from './outcome.tsx';
import styles from './profile.module.css';
import { ProfileSection } from './profile-section.tsx';

/** A new password with the one so far; every other device is logged out (decisions §5). */
export function PasswordForm() {
  const { t } = useTranslation('myProfile');
  const { actions } = useShop();
  const say = useFormText();
  const failureText = useFailureText();
  const [isDone, setDone] = useState(false);
  const { register, handleSubmit, setError, reset, formState } = useForm({
    resolver: zodResolver(passwordChangeSchema),
    defaultValues: { current_password: '', password: '', password_confirmation: '' },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (change) => {
    setDone(false);
    const answer = await actions.changePassword(change);
    if (answer.ok) {
      reset();
      setDone(true);
    } else if (
      !assignFailure(answer.error, ['current_password', 'password', 'password_confirmation'], setError)
    ) {
      setError('root', { type: 'host', message: failureText(answer.error) });
    }
  });

  return (
    <ProfileSection title={t('data.password.title')} note={t('data.password.note')}>
      <form className={styles.form} method="post" noValidate onSubmit={submit}>
        <PasswordField
          label={t('data.password.current')}
          autoComplete="current-password"
          error={
            errors.current_password?.message === undefined ? undefined : say(errors.current_password.message)
          }
          {...register('current_password')}
        />
        <NewPasswordFields
          label={t('data.password.new')}
          password={register('password')}
          confirmation={register('password_confirmation')}
          errors={errors}
        />
        <Outcome error={errors.root?.message} done={isDone ? t('data.password.done') : null} />
        <Button type="submit" kind="outline" isLoading={isSubmitting}>
          {t('data.password.submit')}
        </Button>
      </form>
    </ProfileSection>
  );
}

/** The first password of an account that a purchase made (decisions §4). */
export function FirstPasswordForm({ learner }: { readonly learner: Learner }) {
  const { t } = useTranslation('myProfile');
  const { actions } = useShop();
  const failureText = useFailureText();
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(passwordResetSchema),
    defaultValues: { password: '', password_confirmation: '' },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (passwords) => {
    const { salutation, firstname, lastname } = learner;
    const person = { salutation, firstname, lastname, newsletter: false };
    const answer = await actions.completeAccount({ ...person, ...passwords });
    if (answer.ok) {
      actions.showNotification({
        title: { key: 'myProfile:data.password.title' },
        message: { key: 'myProfile:data.password.set_done' },
      });
    } else if (!assignFailure(answer.error, ['password', 'password_confirmation'], setError)) {
      setError('root', { type: 'host', message: failureText(answer.error) });
    }
  });

  return (
    <ProfileSection title={t('data.password.title')} note={t('data.password.none_note')}>
      <form className={styles.form} method="post" noValidate onSubmit={submit}>
        <NewPasswordFields
          password={register('password')}
          confirmation={register('password_confirmation')}
          errors={errors}
        />
        {errors.root !== undefined && <Notice tone="error">{errors.root.message}</Notice>}
        <Button type="submit" kind="outline" isLoading={isSubmitting}>
          {t('data.password.set')}
        </Button>
      </form>
    </ProfileSection>
  );
}
