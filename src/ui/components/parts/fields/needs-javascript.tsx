import { useTranslation } from 'react-i18next';
import { ShopLink } from '#ui/components/parts/links/links.tsx';

/** Explains why buying needs JavaScript and how to order without it. Shown only without JavaScript. */
export function NeedsJavaScript() {
  const { t } = useTranslation('base');
  return (
    <noscript>
      <p>
        {t('buy.needs_script')} <ShopLink to="/kontakt">{t('buy.needs_script_write')}</ShopLink>
        {' · '}
        <ShopLink to="/impressum">{t('buy.needs_script_call')}</ShopLink>
      </p>
    </noscript>
  );
}
