import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { normaliseEmail } from '#core/rules/email-address.ts';
import { Button } from '#ui/components/button.tsx';
import { TextField } from '#ui/components/form-fields.tsx';
import { emailChangeSchema } from '#ui/forms/account-schemas.ts';
import { assignFailure } from '#ui/forms/assign-failure.ts';
import { useFailureText } from '#ui/hooks/use-failure-text.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import { useFormText } from '#ui/i18n/use-form-text.ts';
import { Outcome } from './outcome.tsx';
import styles from './profile.module.css';
import { ProfileSection } from './profile-section.tsx';

/** Another e-mail address, which counts once the link that is mailed there was followed (decisions §5). */
export function EmailForm({ email }: { readonly email: string }) {
  const { t } = useTranslation('myProfile');
  const { actions } = useShop();
  const say = useFormText();
  const failureText = useFailureText();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { register, handleSubmit, setError, reset, formState } = useForm({
    resolver: zodResolver(emailChangeSchema),
    defaultValues: { email: '' },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (wish) => {
    setSentTo(null);
    if (normaliseEmail(wish.email) === email) {
      return setError('email', { type: 'same', message: t('data.email.same') }, { shouldFocus: true });
    }
    const answer = await actions.updateProfile({ email: wish.email });
    if (answer.ok) {
      reset();
      setSentTo(wish.email);
    } else if (!assignFailure(answer.error, ['email'], setError)) {
      setError('root', { type: 'host', message: failureText(answer.error) });
    }
  });

  return (
    <ProfileSection title={t('data.email.title')} note={t('data.email.note')}>
      <form className={styles.form} method="post" noValidate onSubmit={submit}>
        <p>{t('data.email.current', { email })}</p>
        <TextField
          type="email"
          label={t('data.email.new')}
          autoComplete="email"
          error={errors.email?.message === undefined ? undefined : say(errors.email.message)}
          {...register('email')}
        />
        <Outcome
          error={errors.root?.message}
          title={t('data.email.sent_title')}
          done={sentTo === null ? null : t('data.email.sent', { email: sentTo, current: email })}
        />
        <Button type="submit" kind="outline" isLoading={isSubmitting}>
          {t('data.email.submit')}
        </Button>
      </form>
    </ProfileSection>
  );
}
