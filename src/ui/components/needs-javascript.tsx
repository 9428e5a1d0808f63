import { useTranslation } from 'react-i18next';

interface NeedsJavaScriptProps {
  /** What needs it; buying by default. */
  readonly purpose?: 'buy' | 'mail_link';
}

/** Shown without JavaScript. */
export function NeedsJavaScript({ purpose = 'buy' }: NeedsJavaScriptProps) {
  const { t } = useTranslation('base');
  return (
    <noscript>
      <p>{t(`${purpose}.needs_script`)}</p>
    </noscript>
  );
}
