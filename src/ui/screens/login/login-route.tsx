import { useTranslation } from 'react-i18next';
import type { LoaderFunctionArgs } from 'react-router';
import { redirect, useSearchParams } from 'react-router';
import { ShopLink } from '#ui/components/links.tsx';
import { PageMeta } from '#ui/document/page-meta.tsx';
import { shopContext } from '#ui/routes/contexts.ts';
import { AuthLayout, LoginTabs } from './auth-layout.tsx';
import styles from './form.module.css';
import { destinationAfterLogin, LoginForm } from './login-form.tsx';

import { RegistrationForm } from './registration-form.tsx';

/** Redirects learners. */
export function loader({ context, request }: LoaderFunctionArgs): null {
  const { stores } = context.get(shopContext);
  if (stores.session.snapshot.status === 'guest') return null;
  throw redirect(destinationAfterLogin(stores.locale.snapshot.locale, new URL(request.url).searchParams));
}

/** A form sent before hydration changes nothing: the page is shown again, without a password in the address. */
export function action({ request }: LoaderFunctionArgs): Response {
  const { pathname, search } = new URL(request.url);
  return redirect(`${pathname}${search}`, 303);
}

export default function LoginRoute() {
  const { t } = useTranslation('auth');
  const [query] = useSearchParams();
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
      {tab === 'login' ? <LoginForm /> : <RegistrationForm />}
      {tab === 'login' && (
        <p className={styles.legal}>
          <ShopLink to="/bestellung">{t('login.order_lookup')}</ShopLink>
        </p>
      )}
    </AuthLayout>
  );
}
