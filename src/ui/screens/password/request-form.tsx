import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/components/button/button.tsx';
import { LinkButton } from '#ui/components/link-button/link-button.tsx';
import { Notice } from '#ui/components/notice/notice.tsx';
import { TextField } from '#ui/components/text-field/text-field.tsx';
import { passwordRequestSchema } from '#ui/forms/account-schemas.ts';
import { useFailureText } from '#ui/hooks/use-failure-text.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import { useFormText } from '#ui/i18n/use-form-text.ts';
import styles from '#ui/screens/login/form.module.css';

/** Asks for a link; the answer is the same whether there is an account or not (decisions §5). */
export function RequestForm() {
  const { t } = useTranslation('auth');
  const shop = useShop();
  const formText = useFormText();
  const failureText = useFailureText();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(passwordRequestSchema),
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ email }) => {
    const answer = await shop.actions.requestPasswordReset(email);
    if (answer.ok) setSentTo(email);
    else setError('root', { type: 'host', message: failureText(answer.error) });
  });

  if (sentTo !== null) {
    return (
      <div className={styles.form}>
        <Notice tone="success" title={t('password.request.sent_title')} isLive>
          {t('password.request.sent', { email: sentTo })}
        </Notice>
        <Button kind="outline" onClick={() => setSentTo(null)}>
          {t('password.request.again')}
        </Button>
      </div>
    );
  }

  return (
    <form className={styles.form} method="post" noValidate onSubmit={submit}>
      <TextField
        type="email"
        label={t('login.email')}
        autoComplete="email"
        error={errors.email?.message === undefined ? undefined : formText(errors.email.message)}
        {...register('email')}
      />
      {errors.root !== undefined && <Notice tone="error">{errors.root.message}</Notice>}
      <Button type="submit" size="large" isWide isLoading={isSubmitting}>
        {t('password.request.submit')}
      </Button>
      <LinkButton to="/auth/login" kind="text">
        {t('password.request.back')}
      </LinkButton>
    </form>
  );
}
