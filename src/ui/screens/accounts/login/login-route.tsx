import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  replace,
  useLoaderData,
  useSearchParams,
} from 'react-router';
import { AuthLayout, LoginTabs } from '#ui/components/accounts/auth-layout.tsx';
import styles from '#ui/components/accounts/form.module.css';
import {
  destinationAfterLogin,
  LoginForm,
  useFinishLogin,
  welcome,
} from '#ui/components/accounts/login-form.tsx';
import { PasskeyLogin } from '#ui/components/accounts/passkey-login.tsx';
import { PasskeyOffer } from '#ui/components/accounts/passkey-offer.tsx';
import { ShopLink } from '#ui/components/parts/links/links.tsx';
import { PageMeta } from '#ui/document/page-meta.tsx';
import { useShop } from '#ui/hooks/use-shop.ts';
import { shopContext } from '#ui/routes/contexts.ts';
import { readCodeRecipient, sendLoginForm } from './login-action.ts';
import { RegistrationForm } from './registration-form.tsx';

/** Redirects learners. For visitors without JavaScript, returns the e-mail address that a code was sent to. */
export async function loader(args: LoaderFunctionArgs): Promise<string | null> {
  const { stores } = args.context.get(shopContext);
  if (stores.session.snapshot.status === 'guest') return readCodeRecipient(args);
  throw replace(destinationAfterLogin(stores.locale.snapshot.locale, new URL(args.request.url).searchParams));
}

export const action = (args: ActionFunctionArgs) => sendLoginForm(args);

export default function LoginRoute() {
  const { t } = useTranslation('auth');
  const [query] = useSearchParams();
  const codeRecipient = useLoaderData<typeof loader>();
  const tab = query.get('tab') === 'register' ? 'register' : 'login';
  const isFromCart = query.get('ref') === 'cart';
  const { actions } = useShop();
  const enter = useFinishLogin();
  const [isOffering, setOffering] = useState(false);

  async function leadOn(): Promise<void> {
    // No offer during a purchase.
    if (!isFromCart && (await actions.offersPasskey())) setOffering(true);
    else await enter(null);
  }

  return (
    <AuthLayout
      title={t(`${tab}.title`)}
      lead={isFromCart && tab === 'login' ? t('login.lead_cart') : t(`${tab}.lead`)}
      picture="clara-schumann"
      pictureNote={t('picture', { name: 'Clara Schumann' })}
    >
      <PageMeta title={t(`${tab}.meta`)} description={t(`${tab}.description`)} robots="noindex" />
      {isOffering ? (
        <PasskeyOffer onDone={() => enter(null)} />
      ) : (
        <>
          <LoginTabs tab={tab} />
          {tab === 'login' ? (
            <>
              <LoginForm codeRecipient={codeRecipient} onLoggedIn={leadOn} />
              <PasskeyLogin onLoggedIn={() => enter(welcome)} />
            </>
          ) : (
            <RegistrationForm />
          )}
        </>
      )}
      {tab === 'login' && !isOffering && (
        <p className={`${styles.legal} ${styles.way}`}>
          <ShopLink to="/bestellung">{t('login.order_lookup')}</ShopLink>
        </p>
      )}
    </AuthLayout>
  );
}
