import { useTranslation } from 'react-i18next';

/** Says that buying needs JavaScript, to those who have none (decisions §7). */
export function NeedsJavaScript() {
  const { t } = useTranslation('base');
  return (
    <noscript>
      <p>{t('buy.needs_script')}</p>
    </noscript>
  );
}
