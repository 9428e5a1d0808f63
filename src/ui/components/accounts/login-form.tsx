import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import type { Locale } from '#core/model/values.ts';
import { localeOfPath } from '#core/rules/basics/locale.ts';
import { localePath, routeOf, safeReturnTo } from '#core/rules/basics/site-paths.ts';
import type { AddressQuery } from '#core/rules/tracking/attribution.ts';
import type { NotificationRequest } from '#core/storefront/kernel/page-stores.ts';
import { PasswordField, TextField } from '#ui/components/parts/fields/form-fields.tsx';
import { PostForm, SubmitButton, usePostedForm } from '#ui/components/parts/fields/post-form.tsx';
import { ShopLink } from '#ui/components/parts/links/links.tsx';
import { Notice, NoticeRegion } from '#ui/components/parts/notice.tsx';
import { codeLoginSchema, loginSchema } from '#ui/forms/account-schemas.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { useBusy } from '#ui/hooks/use-busy.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import styles from './form.module.css';

export const emptyLogin = { email: '', password: '', code: '' };

interface LoginFormProps {
  /** E-mail address to which a code was sent without JavaScript, else null. */
  readonly codeRecipient?: string | null;
  /** Called after the login instead of leaving the page. The form stays busy until it resolves. */
  readonly onLoggedIn?: (() => unknown) | undefined;
}

/** Notification shown after a login. */
export const welcome = {
  title: { key: 'auth:login.welcome_title' },
  message: { key: 'auth:login.welcome' },
} as const satisfies NotificationRequest;

/**
 * Logs in by e-mail and password, or by a mailed code. The error for wrong credentials is the same for known and
 * unknown addresses.
 */
export function LoginForm({ codeRecipient = null, onLoggedIn }: LoginFormProps) {
  const { t } = useTranslation('auth');
  const shop = useShop();
  const enter = useFinishLogin();
  const { isBusy, run } = useBusy();
  const [codeSentTo, setCodeSentTo] = useState(codeRecipient);
  const isByCode = codeSentTo !== null;
  const form = useSchemaForm(isByCode ? codeLoginSchema : loginSchema, {
    posted: usePostedForm('login', 'request_code', 'code'),
    defaultValues: emptyLogin,
  });

  const submit = form.handleSubmit(async ({ email, password, code }) => {
    const response = isByCode
      ? await shop.actions.logInWithCode({ email: codeSentTo, code })
      : await shop.actions.logIn({ identifier: email, password });
    if (response.ok) {
      if (onLoggedIn === undefined) return enter(welcome);
      shop.actions.showNotification(welcome);
      await onLoggedIn();
    } else if (response.error.code === 'WRONG_CREDENTIALS') {
      form.setError('password', { type: 'server', message: t('login.wrong') }, { shouldFocus: true });
    } else if (response.error.code === 'WRONG_LOGIN_CODE') {
      form.setError('code', { type: 'server', message: t('login.wrong_code') }, { shouldFocus: true });
    } else form.showFailure(response.error);
  });

  async function sendCode(): Promise<void> {
    if (!(await form.trigger('email', { shouldFocus: true }))) return;
    const email = form.getValues('email').trim();
    const response = await shop.actions.requestLoginCode({ email, isCheckout: false });
    if (!response.ok) return form.showFailure(response.error);
    form.clearErrors();
    setCodeSentTo(email);
  }

  return (
    <PostForm className={styles.form} refusal={form.refusal} onSubmit={submit}>
      <NoticeRegion>
        {isByCode && <Notice>{t('login.code_sent', { email: codeSentTo })}</Notice>}
      </NoticeRegion>
      {isByCode ? (
        <>
          <input type="hidden" name="email" value={codeSentTo} />
          <TextField
            label={t('login.code')}
            autoComplete="one-time-code"
            inputMode="numeric"
            {...form.field('code')}
          />
        </>
      ) : (
        <>
          <TextField
            type="email"
            label={t('login.email')}
            autoComplete="username webauthn"
            {...form.field('email')}
          />
          <PasswordField
            label={t('login.password')}
            autoComplete="current-password"
            labelEnd={
              <ShopLink to="/auth/passwort" className={styles.aside}>
                {t('login.forgot')}
              </ShopLink>
            }
            {...form.field('password')}
          />
        </>
      )}
      {form.formError !== undefined && <Notice tone="error">{form.formError}</Notice>}
      <SubmitButton form={isByCode ? 'code' : 'login'} size="large" isWide isLoading={form.isSubmitting}>
        {t('login.submit')}
      </SubmitButton>
      <SubmitButton
        form={isByCode ? 'password' : 'request_code'}
        kind="text"
        isLoading={isBusy}
        onClick={(event) => {
          event.preventDefault();
          if (isByCode) setCodeSentTo(null);
          else void run(sendCode);
        }}
      >
        {isByCode ? t('login.use_password') : t('login.send_code')}
      </SubmitButton>
    </PostForm>
  );
}

/**
 * Returns a function that finishes a login: shows the welcome message if given, and opens the destination. The checkout
 * is opened by a full page load.
 */
export function useFinishLogin(): (welcome: NotificationRequest | null) => Promise<void> {
  const shop = useShop();
  const locale = useLocale();
  const navigate = useNavigate();
  const [query] = useSearchParams();

  return async (welcome) => {
    const destination = destinationAfterLogin(locale, query);
    if (destination.includes('/checkout/')) {
      // Replaces the login page in the history, because going back to it would redirect here again.
      window.location.replace(destination);
      return;
    }
    if (welcome !== null) shop.actions.showNotification(welcome);
    await navigate(destination, { replace: true });
  };
}

/** Returns the page to open after a login (docs/behaviour/accounts.md#where-a-login-leads). */
export function destinationAfterLogin(locale: Locale, query: AddressQuery): string {
  if (query.get('ref') === 'cart') return `${localePath(locale, '/')}?ref=cart&status=authenticated`;
  const returnTo = safeReturnTo(query.get('returnTo'));
  return returnTo === null ? localePath(locale, '/profil/master') : inLanguage(returnTo, locale);
}

/** Converts an address to the current language, which may have changed since the login page was opened. */
function inLanguage(address: string, locale: Locale): string {
  const [path = ''] = address.split(/[?#]/, 1);
  if (localeOfPath(path) === null) return address;
  return `${localePath(locale, routeOf(path))}${address.slice(path.length)}`;
}
