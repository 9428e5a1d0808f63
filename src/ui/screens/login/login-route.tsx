import { useTranslation } from 'react-i18next';
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router';
import { redirect, useLoaderData, useSearchParams } from 'react-router';
import { ShopLink } from '#ui/components/links.tsx';
import { PageMeta } from '#ui/document/page-meta.tsx';
import { shopContext } from '#ui/routes/contexts.ts';
import { AuthLayout, LoginTabs } from './auth-layout.tsx';
import styles from './form.module.css';
import { readCodeRecipient, sendLoginForm } from './login-action.ts';
import { destinationAfterLogin, LoginForm } from './login-form.tsx';
import { RegistrationForm } from './registration-form.tsx';

/** Redirects learners; else the address that a code was mailed to, for a visitor without JavaScript. */
export async function loader(args: LoaderFunctionArgs): Promise<string | null> {
  const { stores } = args.context.get(shopContext);
  if (stores.session.snapshot.status === 'guest') return readCodeRecipient(args);
  throw redirect(
    destinationAfterLogin(stores.locale.snapshot.locale, new URL(args.request.url).searchParams),
  );
}

export const action = (args: ActionFunctionArgs) => sendLoginForm(args);

export default function LoginRoute() {
  const { t } = useTranslation('auth');
  const [query] = useSearchParams();
  const codeRecipient = useLoaderData<typeof loader>();
  const tab = query.get('tab') === 'register' ? 'register' : 'login';
  const isFromCart = query.get('ref') === 'cart';

  return (
    <AuthLayout
      title={t(`${tab}.title`)}
      lead={isFromCart && tab === 'login' ? t('login.lead_cart') : t(`${tab}.lead`)}
      picture="clara-schumann"
      pictureNote={t('picture', { name: 'Clara Schumann' })}
    >
      <PageMeta title={t(`${tab}.meta`)} description={t(`${tab}.description`)} robots="noindex" />
      <LoginTabs tab={tab} />
      {tab === 'login' ? <LoginForm codeRecipient={codeRecipient} /> : <RegistrationForm />}
      {tab === 'login' && (
        <p className={styles.legal}>
          <ShopLink to="/bestellung">{t('login.order_lookup')}</ShopLink>
        </p>
      )}
    </AuthLayout>
  );
}
