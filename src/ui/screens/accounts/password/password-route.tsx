import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  useLoaderData,
  useLocation,
  useSearchParams,
} from 'react-router';
import { shownEmail } from '#core/rules/accounts/shown-email.ts';
import { AuthLayout } from '#ui/components/accounts/auth-layout.tsx';
import styles from '#ui/components/accounts/form.module.css';
import { TextField } from '#ui/components/parts/fields/form-fields.tsx';
import { PostForm, SubmitButton, usePostedForm } from '#ui/components/parts/fields/post-form.tsx';
import { LinkButton } from '#ui/components/parts/links/links.tsx';
import { Notice } from '#ui/components/parts/notice.tsx';
import { useMailToken } from '#ui/document/mail-token.tsx';
import { PageMeta } from '#ui/document/page-meta.tsx';
import { passwordRequestSchema } from '#ui/forms/account-schemas.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { useFailureText } from '#ui/hooks/use-failure-text.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import type { RouteHandle } from '#ui/routes/route-handle.ts';
import { readPasswordRequest, sendPasswordForm } from './password-action.ts';
import { CompletionForm, ResetForm } from './password-forms.tsx';

export const handle: RouteHandle = { takesMailToken: true };

/** Returns the e-mail address that a link was sent to without JavaScript. */
export const loader = (args: LoaderFunctionArgs) => readPasswordRequest(args);

export const clientLoader = () => null;

export const action = (args: ActionFunctionArgs) => sendPasswordForm(args);

/**
 * The page to request a password link. The mailed link opens it again with a token, to set a password (`schritt=neu`)
 * or, after a guest's purchase, to complete the account (`konto=neu`). The server receives the step, but never the
 * token.
 */
export default function PasswordRoute() {
  const { t } = useTranslation('auth');
  const [query] = useSearchParams();
  const { key: visit } = useLocation();
  const sentTo = useLoaderData<typeof loader>();
  const token = useMailToken();
  const isDone = query.get('schritt') === 'fertig';
  const isReset = query.get('schritt') === 'neu' || isDone || (token ?? '') !== '';
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
      {step === 'request' && <RequestForm sentByForm={sentTo} />}
      {step === 'reset' && <ResetForm key={visit} token={token} isDone={isDone} />}
      {step === 'complete' && <CompletionForm key={visit} token={token} />}
    </AuthLayout>
  );
}

interface RequestFormProps {
  /** E-mail address that a link was sent to without JavaScript. */
  readonly sentByForm: string | null;
}

/** The form to request a link. The response is the same whether an account exists or not. */
function RequestForm({ sentByForm }: RequestFormProps) {
  const { t } = useTranslation('auth');
  const shop = useShop();
  const [sentTo, setSentTo] = useState(sentByForm);
  const failureText = useFailureText();
  const form = useSchemaForm(passwordRequestSchema, {
    posted: usePostedForm('password_request'),
    defaultValues: { email: '' },
  });

  const submit = form.handleSubmit(async ({ email }) => {
    const response = await shop.actions.requestPasswordReset(email);
    if (response.ok) setSentTo(email);
    else form.setError('root', { type: 'server', message: failureText(response.error) });
  });

  if (sentTo !== null) {
    return (
      <div className={styles.form}>
        <Notice tone="success" title={t('password.request.sent_title')} isLive>
          {t('password.request.sent', { email: shownEmail(sentTo) })}
        </Notice>
        <LinkButton to="/auth/passwort" kind="outline" onClick={() => setSentTo(null)}>
          {t('password.request.again')}
        </LinkButton>
      </div>
    );
  }

  return (
    <PostForm className={styles.form} refusal={form.refusal} onSubmit={submit}>
      <TextField type="email" label={t('login.email')} autoComplete="email" {...form.field('email')} />
      {form.formError !== undefined && <Notice tone="error">{form.formError}</Notice>}
      <SubmitButton form="password_request" size="large" isWide isLoading={form.isSubmitting}>
        {t('password.request.submit')}
      </SubmitButton>
      <LinkButton to="/auth/login" kind="text">
        {t('password.request.back')}
      </LinkButton>
    </PostForm>
  );
}
