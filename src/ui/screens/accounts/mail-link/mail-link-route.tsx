import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ActionFunctionArgs, useLocation, useSearchParams } from 'react-router';
import type { CallFailure } from '#core/rules/basics/result.ts';
import { tokenOfPastedLink } from '#core/rules/basics/site-paths.ts';
import { AuthLayout } from '#ui/components/accounts/auth-layout.tsx';
import styles from '#ui/components/accounts/form.module.css';
import { LoginForm } from '#ui/components/accounts/login-form.tsx';
import { MailTokenField } from '#ui/components/parts/fields/mail-token-field.tsx';
import { PostForm, SubmitButton, usePostedForm, useRefusal } from '#ui/components/parts/fields/post-form.tsx';
import { LinkButton } from '#ui/components/parts/links/links.tsx';
import { Notice } from '#ui/components/parts/notice.tsx';
import { useMailToken } from '#ui/document/mail-token.tsx';
import { PageMeta } from '#ui/document/page-meta.tsx';
import { useApiCall } from '#ui/hooks/use-api-call.ts';
import { useFailureText } from '#ui/hooks/use-failure-text.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import { useFormText } from '#ui/i18n/use-form-text.ts';
import type { RouteHandle } from '#ui/routes/route-handle.ts';
import { sendMailLink } from './mail-link-action.ts';
import { type MailLinkPath, mailLinkRoute, mailLinks } from './mail-links.ts';

export const handle: RouteHandle = { takesMailToken: true };

export const action = (args: ActionFunctionArgs) => sendMailLink(args);

const tokenId = 'mail-token';

/** Failures of links that were used, have expired or are invalid. */
const brokenLink = ['LINK_EXPIRED', 'INVALID_INPUT', 'NOT_FOUND'];

/**
 * The page of a link in a mail: a button performs its action (docs/behaviour/accounts.md#links-in-mails).
 */
export default function MailLinkRoute() {
  const { t } = useTranslation('auth');
  const { pathname, key: visit } = useLocation();
  const route = mailLinkRoute(pathname);
  const { key, picture } = mailLinks[route];
  return (
    <AuthLayout
      title={t(`link.${key}.title`)}
      lead={t(`link.${key}.lead`)}
      picture={picture.name}
      pictureNote={t('picture', { name: picture.master })}
    >
      <PageMeta title={t(`link.${key}.meta`)} description={t(`link.${key}.description`)} robots="noindex" />
      {/* The key resets the state: a link opened in the tab of an earlier one loads no new document. */}
      <Confirmation key={`${route} ${visit}`} route={route} />
    </AuthLayout>
  );
}

function Confirmation({ route }: { readonly route: MailLinkPath }) {
  const { t } = useTranslation('auth');
  const { key, action, onward } = mailLinks[route];
  const { actions } = useShop();
  const { isBusy, failure, call } = useApiCall();
  const [query] = useSearchParams();
  const formText = useFormText();
  const posted = usePostedForm('mail_link');
  const refusal = useRefusal(posted, { token: tokenId }, formText);
  const kept = useMailToken();
  const sent = posted?.values.token?.toString() ?? '';
  // After a form was sent before hydration, the token is in the posted values and no longer in the address.
  const token = kept === '' ? tokenOfPastedLink(sent) : kept;
  const [isDone, setDone] = useState(query.get('schritt') === 'fertig');
  const follow = () =>
    call(
      () => actions[action](token ?? ''),
      () => setDone(true),
    );

  if (isDone) {
    return (
      <div className={styles.form}>
        <Notice tone="success" title={t(`link.${key}.done_title`)} isLive>
          {t(`link.${key}.done`)}
        </Notice>
        <LinkButton to={onward} size="large" isWide>
          {t(`link.${key}.action`)}
        </LinkButton>
      </div>
    );
  }
  if (token === '' || brokenLink.includes(failure?.code ?? posted?.code ?? '')) {
    return <BrokenLink route={route} />;
  }
  if (failure?.code === 'UNAUTHENTICATED' && key === 'confirmation') {
    return (
      <>
        <Notice tone="info" isLive>
          {t('link.login')}
        </Notice>
        <LoginForm onLoggedIn={follow} />
      </>
    );
  }
  return (
    <PostForm
      className={styles.form}
      refusal={failure === null ? refusal : null}
      onSubmit={(event) => {
        event.preventDefault();
        void follow();
      }}
    >
      <Refusal failure={failure} />
      <MailTokenField id={tokenId} posted={posted} />
      <SubmitButton form="mail_link" size="large" isWide isLoading={isBusy}>
        {t(`link.${key}.submit`)}
      </SubmitButton>
    </PostForm>
  );
}

/** Explains why the action was rejected; the link stays valid. A renewing subscription has to be cancelled first. */
function Refusal({ failure }: { readonly failure: CallFailure | null }) {
  const { t } = useTranslation('auth');
  const failureText = useFailureText();
  if (failure === null) return null;
  return (
    <>
      <Notice tone="error">{failureText(failure)}</Notice>
      {failure.code === 'CONTRACT_RENEWS' && (
        <LinkButton to="/profil/subscription" kind="outline" size="large" isWide>
          {t('link.deletion.contract')}
        </LinkButton>
      )}
    </>
  );
}

/** The message for a used, expired or incomplete link, with a link to start again. */
function BrokenLink({ route }: { readonly route: MailLinkPath }) {
  const { t } = useTranslation('auth');
  const { key, instead } = mailLinks[route];
  return (
    <div className={styles.form}>
      <Notice tone="error" title={t('link.broken_title')}>
        {t(`link.${key}.broken`)}
      </Notice>
      <LinkButton to={instead} size="large" isWide>
        {t(`link.${key}.broken_action`)}
      </LinkButton>
    </div>
  );
}
