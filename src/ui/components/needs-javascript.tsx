import { useTranslation } from 'react-i18next';

/** Shown without JavaScript: buying needs it. */
export function NeedsJavaScript() {
  const { t } = useTranslation('base');
  return (
    <noscript>
      <p>{t('buy.needs_script')}</p>
    </noscript>
  );
}
