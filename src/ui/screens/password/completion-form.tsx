import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/components/button/button.tsx';
import { Checkbox } from '#ui/components/choice/choice.tsx';
import { Notice } from '#ui/components/notice/notice.tsx';
import { TextField } from '#ui/components/text-field/text-field.tsx';
import { accountCompletionSchema } from '#ui/forms/account-schemas.ts';
import { assignFailure } from '#ui/forms/assign-failure.ts';
import { useFailureText } from '#ui/hooks/use-failure-text.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import { useFormText } from '#ui/i18n/use-form-text.ts';
import styles from '#ui/screens/login/form.module.css';
import { useEnter } from '#ui/screens/login/use-enter.ts';
import { ExpiredLink } from './expired-link.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';

/** Completes an account that a purchase made, logs in, and leads to the learner's courses (decisions §5). */
export function CompletionForm({ token }: { readonly token: string }) {
  const { t } = useTranslation('auth');
  const shop = useShop();
  const enter = useEnter();
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
