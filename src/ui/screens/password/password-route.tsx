import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LoaderFunctionArgs } from 'react-router';
import { redirect, useLocation, useSearchParams } from 'react-router';
import { Button } from '#ui/components/button.tsx';
import { TextField } from '#ui/components/form-fields.tsx';
import { LinkButton } from '#ui/components/links.tsx';
import { NeedsJavaScript } from '#ui/components/needs-javascript.tsx';
import { Notice } from '#ui/components/notice.tsx';
import { useMailToken } from '#ui/document/mail-token.tsx';
import { PageMeta } from '#ui/document/page-meta.tsx';
import { passwordRequestSchema } from '#ui/forms/account-schemas.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { useFailureText } from '#ui/hooks/use-failure-text.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import type { RouteHandle } from '#ui/routes/route-handle.ts';
import { AuthLayout } from '#ui/screens/login/auth-layout.tsx';
import styles from '#ui/screens/login/form.module.css';
import { CompletionForm, ResetForm } from './password-forms.tsx';

export const handle: RouteHandle = { takesMailToken: true };

/** A form sent before hydration changes nothing: the page is shown again. */
export function action({ request }: LoaderFunctionArgs): Response {
  const { pathname, search } = new URL(request.url);
  return redirect(`${pathname}${search}`, 303);
}

/**
 * Requests a link by mail. The mailed link leads back with a token, to set a password (`schritt=neu`) or, after a
 * guest's purchase, to complete the account (`konto=neu`); the server knows the step, but never the token.
 */
export default function PasswordRoute() {
  const { t } = useTranslation('auth');
  const [query] = useSearchParams();
  const { key: visit } = useLocation();
  const token = useMailToken();
  const isReset = query.get('schritt') === 'neu' || (token ?? '') !== '';
  const step = query.get('konto') === 'neu' ? 'complete' : isReset ? 'reset' : 'request';

  return (
    <AuthLayout
      title={t(`password.${step}.title`)}
      lead={t(`password.${step}.lead`)}
      picture="johannes-gutenberg"
      pictureNote={t('picture', { name: 'Johannes Gutenberg' })}
    >
      <PageMeta
        title={t(`password.${step}.meta`)}
        description={t(`password.${step}.description`)}
        robots="noindex"
      />
      {step === 'request' && <RequestForm />}
      {step !== 'request' && <NeedsJavaScript purpose="mail_link" />}
      {step === 'reset' && <ResetForm key={visit} token={token} />}
      {step === 'complete' && <CompletionForm key={visit} token={token} />}
    </AuthLayout>
  );
}

/** Requests a link; the response is the same whether there is an account or not. */
function RequestForm() {
  const { t } = useTranslation('auth');
  const shop = useShop();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const failureText = useFailureText();
  const form = useSchemaForm(passwordRequestSchema);

  const submit = form.handleSubmit(async ({ email }) => {
    const response = await shop.actions.requestPasswordReset(email);
    if (response.ok) setSentTo(email);
    else form.setError('root', { type: 'server', message: failureText(response.error) });
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
      <TextField type="email" label={t('login.email')} autoComplete="email" {...form.field('email')} />
      {form.formError !== undefined && <Notice tone="error">{form.formError}</Notice>}
      <Button type="submit" size="large" isWide isLoading={form.isSubmitting}>
        {t('password.request.submit')}
      </Button>
      <LinkButton to="/auth/login" kind="text">
        {t('password.request.back')}
      </LinkButton>
    </form>
  );
}
