import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigation } from 'react-router';
import { navigationLinks, routeOf } from '#core/rules/basics/site-paths.ts';
import { LinkButton } from '#ui/components/parts/links/links.tsx';
import { NavigationLinks } from '#ui/components/parts/links/navigation-links.tsx';
import { Logo } from '#ui/components/parts/logo.tsx';
import { List } from '#ui/components/parts/page-parts.tsx';
import { useBarHeight } from '#ui/hooks/use-bar-height.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { useShop, useShopName, useStore } from '#ui/hooks/use-shop.ts';
import { ChatButton } from '#ui/layout/chat/chat-button.tsx';
import { MiniCart } from '#ui/layout/mini-cart/mini-cart.tsx';
import { SearchButton } from '#ui/layout/search/search-button.tsx';
import { useRouteHandle } from '#ui/routes/route-handle.ts';
import layout from '#ui/styles/layout.module.css';
import { AccountMenu } from './account-menu.tsx';
import { AnnouncementBar } from './announcement-bar.tsx';
import { BurgerMenu } from './burger-menu.tsx';
import { followLayoutPadding, openCheckoutLater } from './header-timing.ts';
import { LanguageSwitcher } from './language-switcher.tsx';
import styles from './site-header.module.css';
import { useLayoutParts } from './use-layout-parts.ts';
import { useLoginAddress } from './use-login-address.ts';

/**
 * Announcement bar and header (docs/behaviour/navigation-and-layout.md#hidden-parts). The bar scrolls away, the header
 * is sticky.
 */
export function SiteHeader() {
  const shop = useShop();
  const parts = useLayoutParts();
  const announcement = useRef<HTMLElement>(null);
  const header = useRef<HTMLElement>(null);
  const isBarClosed = useStore(shop.stores.announcement, (state) => state.isClosed);
  const hasBar = parts.announcement_bar && !isBarClosed;
  useLayoutPadding([announcement, header], hasBar);
  const bar = useBarHeight<HTMLDivElement>('--header-bar');

  return (
    <>
      {hasBar && <AnnouncementBar ref={announcement} />}
      <header ref={header} className={styles.header}>
        <div role="status">
          {parts.cart_login_redirect !== null && <CartLoginProgress to={parts.cart_login_redirect} />}
        </div>
        <div ref={bar} className={`${layout.wrap} ${styles.inner}`}>
          {parts.navigation ? <FullHeader /> : <QuietHeader />}
        </div>
      </header>
    </>
  );
}

function FullHeader() {
  const { t } = useTranslation('menu');
  const shop = useShop();
  const parts = useLayoutParts();
  const locale = useLocale();
  const session = useStore(shop.stores.session, (state) => state);
  const { register } = useLoginAddress();
  const isHome = routeOf(useLocation().pathname) === '/';

  return (
    <>
      <Logo name={useShopName()} isCurrent={isHome} />
      <nav className={styles.navigation} aria-label={t('main_label')}>
        <List>
          <NavigationLinks links={navigationLinks(locale)} />
        </List>
      </nav>
      <div className={styles.tools}>
        {parts.language_switcher && <LanguageSwitcher />}
        <SearchButton />
        <div className={styles.wide}>
          {session.status === 'logged_in' ? (
            <AccountMenu learner={session.learner} />
          ) : (
            <div className={styles.loginLinks}>
              <ChatButton />
              <LinkButton to={register} kind="outline">
                {t('register')}
              </LinkButton>
            </div>
          )}
        </div>
        <MiniCart />
        <BurgerMenu />
      </div>
    </>
  );
}

/** The header of pages without navigation: logo, the route's own content, language switcher. */
function QuietHeader() {
  const { HeaderContent } = useRouteHandle();
  const parts = useLayoutParts();
  return (
    <>
      <Logo name={useShopName()} reloadDocument isShortOnPhones={HeaderContent !== undefined} />
      <div className={styles.content}>
        {HeaderContent !== undefined && <HeaderContent />}
        {parts.language_switcher && <LanguageSwitcher />}
      </div>
    </>
  );
}

/** A thin progress bar while the next page is loading; it appears with a delay. */
export function PendingBar() {
  const { state } = useNavigation();
  return state === 'idle' ? null : <div className={styles.bar} data-fill aria-hidden="true" />;
}

/**
 * Shown after a login that started in the cart: a progress bar, then the checkout opens
 * (docs/behaviour/navigation-and-layout.md#return-to-the-checkout).
 */
function CartLoginProgress({ to }: { readonly to: string }) {
  const { t } = useTranslation('menu');

  useEffect(() => openCheckoutLater(to), [to]);

  return (
    <div className={styles.loginProgress}>
      <div className={styles.loginProgressBar} data-fill aria-hidden="true" />
      <p className={styles.loginProgressText}>{t('way_back')}</p>
    </div>
  );
}

/**
 * Keeps `--layout-padding` equal to the height of the `parts` (bar and header). Measures again when `trigger` changes
 * because the bar was closed. Before that the stylesheet's value applies.
 */
function useLayoutPadding(parts: readonly RefObject<HTMLElement | null>[], trigger: unknown): void {
  const follow = useEffectEvent(() =>
    followLayoutPadding(parts.flatMap(({ current }) => (current === null ? [] : [current]))),
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: the padding is measured again when the trigger changes
  useEffect(() => follow(), [trigger]);
}
