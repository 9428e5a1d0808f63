import { Trans, useTranslation } from 'react-i18next';
import { localePath } from '#core/rules/navigation.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import styles from './legal-terms.module.css';

/** Under which terms one orders; the pages open beside the checkout, so nothing typed is lost. */
export function LegalTerms() {
  const { t } = useTranslation('checkout');
  const locale = useLocale();
  const link = (slug: string) => (
    // biome-ignore lint/a11y/useAnchorContent: the words come with the translation
    <a href={localePath(locale, `/${slug}`)} target="_blank" rel="noopener" />
  );
  return (
    <p className={styles.terms}>
      <Trans
        t={t}
        i18nKey="review.terms"
        components={{
          terms: link('agbs'),
          withdrawal: link('widerrufsbelehrung'),
          privacy: link('datenschutz'),
        }}
      />
    </p>
  );
}
