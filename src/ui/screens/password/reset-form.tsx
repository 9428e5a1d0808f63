import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/components/button/button.tsx';
import { LinkButton } from '#ui/components/link-button/link-button.tsx';
import { Notice } from '#ui/components/notice/notice.tsx';
import { passwordResetSchema } from '#ui/forms/account-schemas.ts';
import { assignFailure } from '#ui/forms/assign-failure.ts';
import { useFailureText } from '#ui/hooks/use-failure-text.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import styles from '#ui/screens/login/form.module.css';
import { ExpiredLink } from './expired-link.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';

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
