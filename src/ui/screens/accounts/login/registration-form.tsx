import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { NameFields, NewPasswordFields } from '#ui/components/accounts/account-fields.tsx';
import { useTabAddress } from '#ui/components/accounts/auth-layout.tsx';
import styles from '#ui/components/accounts/form.module.css';
import { useFinishLogin } from '#ui/components/accounts/login-form.tsx';
import { Checkbox } from '#ui/components/parts/fields/choices.tsx';
import { TextField } from '#ui/components/parts/fields/form-fields.tsx';
import { PostForm, SubmitButton, usePostedForm } from '#ui/components/parts/fields/post-form.tsx';
import { ShopLink } from '#ui/components/parts/links/links.tsx';
import { Notice } from '#ui/components/parts/notice.tsx';
import { registrationSchema } from '#ui/forms/account-schemas.ts';
import { printableField } from '#ui/forms/printable-field.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { useShop } from '#ui/hooks/use-shop.ts';

export const emptyRegistration = {
  firstname: '',
  lastname: '',
  email: '',
  password: '',
  password_confirmation: '',
  newsletter: false,
};

/** Registers and logs in. Names are optional, the newsletter is not preselected. */
export function RegistrationForm() {
  const { t } = useTranslation('auth');
  const shop = useShop();
  const enter = useFinishLogin();
  const tabAddress = useTabAddress();
  const posted = usePostedForm('register');
  const [isTaken, setTaken] = useState(posted?.code === 'EMAIL_TAKEN');
  const form = useSchemaForm(registrationSchema, { posted, defaultValues: emptyRegistration });

  const submit = form.handleSubmit(async (person) => {
    setTaken(false);
    const response = await shop.actions.register(person);
    if (response.ok) {
      await enter({ title: { key: 'auth:register.done_title' }, message: { key: 'auth:register.done' } });
    } else if (response.error.code === 'EMAIL_TAKEN') {
      setTaken(true);
      form.setError('email', { type: 'server', message: t('register.taken') }, { shouldFocus: true });
    } else form.showFailure(response.error);
  });

  return (
    <PostForm className={styles.form} refusal={form.refusal} onSubmit={submit}>
      <NameFields field={(name) => printableField(form, name)} />
      <TextField
        type="email"
        label={t('login.email')}
        autoComplete="email"
        hint={isTaken ? <ShopLink to={tabAddress('login')}>{t('register.taken_login')}</ShopLink> : undefined}
        {...form.field('email')}
      />
      <NewPasswordFields field={form.field} />
      <Checkbox {...form.tick('newsletter')}>{t('register.newsletter')}</Checkbox>
      {form.formError !== undefined && <Notice tone="error">{form.formError}</Notice>}
      <SubmitButton form="register" size="large" isWide isLoading={form.isSubmitting}>
        {t('register.submit')}
      </SubmitButton>
      <p className={styles.legal}>
        <Trans
          t={t}
          i18nKey="register.legal"
          components={{ terms: <ShopLink to="/agbs" />, privacy: <ShopLink to="/datenschutz" /> }}
        />
      </p>
    </PostForm>
  );
}
