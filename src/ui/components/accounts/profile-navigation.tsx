import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { localePath, profileLinks, routeOf } from '#core/rules/basics/site-paths.ts';
import { PostForm, SubmitButton, WithoutScript } from '#ui/components/parts/fields/post-form.tsx';
import { ShopLink } from '#ui/components/parts/links/links.tsx';
import { NavigationLinks } from '#ui/components/parts/links/navigation-links.tsx';
import { List } from '#ui/components/parts/page-parts.tsx';
import { useLocale } from '#ui/hooks/use-locale.ts';
import layout from '#ui/styles/layout.module.css';
import styles from './profile-navigation.module.css';

/** Only in this navigation; the account menu of the header has three links. */
const wishList = '/profil/merkliste';

/** Links between the learner's pages, shown at the top of each of them. */
export function ProfileNavigation() {
  const { t } = useTranslation(['myProfile', 'menu']);
  const locale = useLocale();
  // The payment method of a subscription is changed from the purchases page.
  const route = routeOf(useLocation().pathname);
  const isPayment = route === '/profil/payment';
  const list = useRef<HTMLUListElement>(null);

  // On phones the list is wider than the screen: scrolls the current page's link into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page marks another link
  useEffect(() => {
    const row = list.current;
    const current = row?.querySelector<HTMLElement>('[aria-current]')?.parentElement;
    if (row === null || current == null) return;
    row.scrollLeft = current.offsetLeft + current.offsetWidth / 2 - row.offsetLeft - row.clientWidth / 2;
  }, [route]);

  return (
    <nav className={`${layout.wrap} ${styles.pages}`} aria-label={t('navigation.label')}>
      <List ref={list}>
        <NavigationLinks
          links={profileLinks(locale)}
          within={isPayment ? '/profil/subscription' : undefined}
        />
        <li>
          <ShopLink to={wishList} aria-current={route === wishList ? 'page' : undefined}>
            {t('wish_list.title')}
          </ShopLink>
        </li>
      </List>
      {/* Not shared with the account menu: a shared file would be loaded by every page. */}
      <WithoutScript>
        {() => (
          <PostForm action={localePath(locale, '/profil')}>
            <SubmitButton form="log_out" kind="text">
              {t('menu:log_out')}
            </SubmitButton>
          </PostForm>
        )}
      </WithoutScript>
    </nav>
  );
}
