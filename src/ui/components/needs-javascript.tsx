import { useTranslation } from 'react-i18next';

/** Says that buying needs JavaScript; shown without it. */
export function NeedsJavaScript() {
  const { t } = useTranslation('base');
  return (
    <noscript>
      <p>{t('buy.needs_script')}</p>
    </noscript>
  );
}
