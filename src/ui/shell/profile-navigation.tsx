import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { profileLinks, routeOf } from '#core/rules/navigation.ts';
import { builtRoutes } from '#ui/built-routes.ts';
import { List } from '#ui/components/list/list.tsx';
import { ShopLink } from '#ui/components/shop-link/shop-link.tsx';
import { useLocale } from '#ui/hooks/use-locale.ts';
import layout from '#ui/styles/layout.module.css';
import { NavigationLinks } from './navigation-links.tsx';
import styles from './profile-navigation.module.css';

/** Not in the header's menu, which has three links (specification §2). */
const wishList = '/profil/merkliste';

/** The pages of a learner's own beside each other, at the head of each of them. */
export function ProfileNavigation() {
  const { t } = useTranslation('myProfile');
  const locale = useLocale();
  // The payment method of a contract is changed from the purchases.
  const route = routeOf(useLocation().pathname);
  const isPayment = route === '/profil/payment';
  return (
    <nav className={`${layout.wrap} ${styles.pages}`} aria-label={t('navigation.label')}>
      <List>
        <NavigationLinks
          links={profileLinks(locale, builtRoutes)}
          within={isPayment ? '/profil/subscription' : undefined}
        />
        <li>
          <ShopLink to={wishList} aria-current={route === wishList ? 'page' : undefined}>
            {t('wishes.title')}
          </ShopLink>
        </li>
      </List>
    </nav>
  );
}
