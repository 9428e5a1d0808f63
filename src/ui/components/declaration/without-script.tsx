import { useTranslation } from 'react-i18next';
import { ShopLink } from '#ui/components/shop-link/shop-link.tsx';

/** Without JavaScript the form cannot send; a mail to the shop has the same effect. */
export function WithoutScript() {
  const { t } = useTranslation(['base', 'menu']);
  return (
    <noscript>
      <p>
        {t('declaration.needs_script')} <ShopLink to="/impressum">{t('menu:link.imprint')}</ShopLink>
      </p>
    </noscript>
  );
}
