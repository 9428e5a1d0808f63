import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { Route } from '#core/rules/basics/site-paths.ts';
import { ShopLink } from '#ui/components/parts/links/links.tsx';
import { Picture, type PictureRatio } from '#ui/components/parts/picture.tsx';
import styles from './auth-layout.module.css';

interface AuthLayoutProps {
  readonly title: string;
  readonly lead: string;
  /** Picture beside the form; not shown on narrow screens. */
  readonly picture: string;
  readonly pictureNote: string;
  /** Defaults to 3:4. */
  readonly pictureRatio?: PictureRatio | undefined;
  readonly children: ReactNode;
}

/** The layout of login, password and code pages: picture and form. */
export function AuthLayout({
  title,
  lead,
  picture,
  pictureNote,
  pictureRatio = '3/4',
  children,
}: AuthLayoutProps) {
  return (
    <div className={styles.layout} data-picture-at-start>
      <figure className={styles.picture}>
        <Picture name={picture} alt="" width={456} ratio={pictureRatio} className={styles.drawing} />
        <figcaption>{pictureNote}</figcaption>
      </figure>
      <div className={styles.form}>
        <div>
          <h1>{title}</h1>
          <p className={styles.lead}>{lead}</p>
        </div>
        {children}
      </div>
    </div>
  );
}

type LoginTab = 'login' | 'register';

/** Returns the address of the login or registration tab; other query parameters are kept. */
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

/** Login and registration as links, so they work without JavaScript and with the back button. */
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
