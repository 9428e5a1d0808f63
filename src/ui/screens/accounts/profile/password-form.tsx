import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Learner } from '#core/model/user.ts';
import { NewPasswordFields } from '#ui/components/accounts/account-fields.tsx';
import { PasswordField } from '#ui/components/parts/fields/form-fields.tsx';
import { PostForm, SubmitButton, usePostedForm } from '#ui/components/parts/fields/post-form.tsx';
import { Notice } from '#ui/components/parts/notice.tsx';
import { Outcome } from '#ui/components/parts/outcome.tsx';
import { passwordChangeSchema, passwordResetSchema } from '#ui/forms/account-schemas.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import styles from './profile.module.css';
import type { SavedForm } from './profile-action.ts';
import { ProfileSection } from './profile-section.tsx';

/** Changes the password, which ends all other sessions (docs/behaviour/accounts.md#password-change). */
export function PasswordForm({ saved }: { readonly saved: SavedForm | null }) {
  const { t } = useTranslation('myProfile');
  const { actions } = useShop();
  const [isDone, setDone] = useState(saved?.form === 'password');
  const form = useSchemaForm(passwordChangeSchema, {
    posted: usePostedForm('password'),
    defaultValues: { current_password: '', password: '', password_confirmation: '' },
  });

  const submit = form.handleSubmit(async (change) => {
    setDone(false);
    const response = await actions.changePassword(change);
    if (response.ok) {
      form.reset();
      setDone(true);
    } else form.showFailure(response.error);
  });

  return (
    <ProfileSection title={t('data.password.title')} note={t('data.password.note')}>
      <PostForm className={styles.form} refusal={form.refusal} onSubmit={submit}>
        <PasswordField
          label={t('data.password.current')}
          autoComplete="current-password"
          {...form.field('current_password')}
        />
        <NewPasswordFields label={t('data.password.new')} field={form.field} />
        <Outcome error={form.formError} done={isDone ? t('data.password.done') : null} />
        <SubmitButton form="password" kind="outline" isLoading={form.isSubmitting}>
          {t('data.password.submit')}
        </SubmitButton>
      </PostForm>
    </ProfileSection>
  );
}

/** The form for the first password of an account that was created by a purchase. */
export function FirstPasswordForm({ learner }: { readonly learner: Learner }) {
  const { t } = useTranslation('myProfile');
  const { actions } = useShop();
  const form = useSchemaForm(passwordResetSchema, {
    posted: usePostedForm('first_password'),
    defaultValues: { password: '', password_confirmation: '' },
  });

  const submit = form.handleSubmit(async (passwords) => {
    const { salutation, firstname, lastname } = learner;
    const person = { salutation, firstname, lastname, newsletter: false };
    const response = await actions.completeAccount({ ...person, ...passwords });
    if (response.ok) {
      actions.showNotification({
        title: { key: 'myProfile:data.password.title' },
        message: { key: 'myProfile:data.password.set_done' },
      });
    } else form.showFailure(response.error);
  });

  return (
    <ProfileSection title={t('data.password.title')} note={t('data.password.none_note')}>
      <PostForm className={styles.form} refusal={form.refusal} onSubmit={submit}>
        <NewPasswordFields field={form.field} />
        {form.formError !== undefined && <Notice tone="error">{form.formError}</Notice>}
        <SubmitButton form="first_password" kind="outline" isLoading={form.isSubmitting}>
          {t('data.password.set')}
        </SubmitButton>
      </PostForm>
    </ProfileSection>
  );
}
