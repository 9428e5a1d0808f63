import { useTranslation } from 'react-i18next';
import { builtRoutes } from '#ui/built-routes.ts';
import { Icon } from '#ui/components/icon/icon.tsx';
import { ShopLink } from '#ui/components/shop-link/shop-link.tsx';
import { useChrome } from '#ui/hooks/use-chrome.ts';
import styles from './help-button.module.css';

/** The floating button to the contact page, once there is one; hidden on course pages (specification §2). */
export function HelpButton() {
  const { t } = useTranslation('menu');
  const { help_button } = useChrome();
  if (!help_button || !builtRoutes.includes('/kontakt')) return null;
  return (
    <aside aria-label={t('help')}>
      <ShopLink to="/kontakt" className={styles.help} aria-label={t('help')}>
        <Icon name="help" />
      </ShopLink>
    </aside>
  );
}
