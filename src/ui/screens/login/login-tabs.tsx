import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { Route } from '#core/rules/navigation.ts';
import { ShopLink } from '#ui/components/shop-link/shop-link.tsx';
import styles from './login-tabs.module.css';

export type LoginTab = 'login' | 'register';

/** The address of login or registration; where the visitor came from goes along. */
export function useTabAddress(): (tab: LoginTab) => Route {
  const [query] = useSearchParams();
  return (tab) => {
    const next = new URLSearchParams(query);
    if (tab === 'register') next.set('tab', tab);
    else next.delete('tab');
    const search = next.toString();
    return search === '' ? '/auth/login' : `/auth/login?${search}`;
  };
}

/** Two doors beside each other. They are links, so they work without a script and Back works. */
export function LoginTabs({ tab }: { readonly tab: LoginTab }) {
  const { t } = useTranslation('auth');
  const address = useTabAddress();
  return (
    <nav className={styles.tabs} aria-label={t('tabs.label')}>
      {(['login', 'register'] as const).map((name) => (
        <ShopLink
          key={name}
          to={address(name)}
          replace
          preventScrollReset
          viewTransition={false}
          prefetch="never"
          aria-current={name === tab ? 'page' : undefined}
        >
          {t(`tabs.${name}`)}
        </ShopLink>
      ))}
    </nav>
  );
}
