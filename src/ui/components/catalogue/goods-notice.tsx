import { useTranslation } from 'react-i18next';
import { List } from '#ui/components/parts/page-parts.tsx';
import { pictureAddress } from '#ui/components/parts/picture.tsx';
import { useShop } from '#ui/hooks/use-shop.ts';
import styles from './goods-notice.module.css';

/** Width in pixels at which the small print and the QR code of the official notice are readable. */
const officialWidth = 1200;

/**
 * Warnings of goods and a notice about the legal guarantee of conformity: the official one if the content has it
 * (docs/behaviour/consumer-rights.md#guarantee-notice).
 */
export function GoodsNotice({ warnings }: { readonly warnings: readonly string[] }) {
  const { t } = useTranslation('base');
  const official = useShop().initialState.facts?.guarantee_notice ?? null;
  return (
    <>
      {warnings.length > 0 && (
        <section className={styles.notice} aria-labelledby="warnings-title">
          <h3 id="warnings-title">{t('goods.warnings')}</h3>
          <List>
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </List>
        </section>
      )}
      <section className={styles.notice} aria-labelledby="guarantee-title">
        <h3 id="guarantee-title">{t('goods.guarantee_title')}</h3>
        {official === null ? (
          <p>{t('goods.guarantee')}</p>
        ) : (
          <a href={t('goods.guarantee_url')} rel="noopener noreferrer">
            <img
              src={pictureAddress(official, officialWidth, 'png')}
              alt={t('goods.guarantee')}
              loading="lazy"
              decoding="async"
            />
          </a>
        )}
        <p className={styles.more}>
          <a href={t('goods.guarantee_url')} rel="noopener noreferrer">
            {t('goods.guarantee_link')}
          </a>
        </p>
      </section>
    </>
  );
}
