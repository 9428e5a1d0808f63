import { useTranslation } from 'react-i18next';
import { List } from '#ui/components/page-parts.tsx';

/**
 * For goods: their warnings and a notice about the legal guarantee of conformity
 * (docs/behaviour/consumer-rights.md#guarantee-notice).
 */
export function GoodsNotice({ warnings }: { readonly warnings: readonly string[] }) {
  const { t } = useTranslation('base');
  return (
    <>
      {warnings.length > 0 && (
        <section aria-labelledby="warnings-title">
          <h3 id="warnings-title">{t('goods.warnings')}</h3>
          <List>
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </List>
        </section>
      )}
      <section aria-labelledby="guarantee-title">
        <h3 id="guarantee-title">{t('goods.guarantee_title')}</h3>
        <p>{t('goods.guarantee')}</p>
        <p>
          <a href={t('goods.guarantee_url')} rel="noopener noreferrer">
            {t('goods.guarantee_link')}
          </a>
        </p>
      </section>
    </>
  );
}
