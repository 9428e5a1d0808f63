import { useTranslation } from 'react-i18next';
import type { GiftTheme } from '#core/model/gift-choice.ts';
import type { Cents } from '#core/model/values.ts';
import { formatPrice } from '#core/rules/basics/money.ts';
import { GiftMotif } from '#ui/components/carts/gift-motif.tsx';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { useShopName } from '#ui/hooks/use-shop.ts';
import styles from './gift-preview.module.css';

export interface GiftPreviewProps {
  /** Title of what the code unlocks. */
  readonly title: string;
  /** Value of a voucher; null for a course or membership. */
  readonly value: Cents | null;
  readonly recipient: string;
  readonly sender: string;
  readonly greeting: string;
  readonly theme: GiftTheme;
}

/** Preview of the sheet of a gift or voucher (docs/behaviour/gifts.md#preview-of-a-gift). */
export function GiftPreview({ title, value, recipient, sender, greeting, theme }: GiftPreviewProps) {
  const { t } = useTranslation('base');
  const locale = useLocale();
  const shop = useShopName();
  return (
    <figure className={styles.preview}>
      <div className={styles.sheet} data-theme="paper">
        <GiftMotif theme={theme} className={styles.motif} />
        <p className={styles.shop}>{shop}</p>
        <p className={styles.heading}>{t(`gift.preview.headings.${theme}`)}</p>
        {recipient.trim() !== '' && (
          <p className={styles.for}>{t('gift.preview.for', { name: recipient.trim() })}</p>
        )}
        <p className={styles.gives}>
          {title}
          {value !== null && (
            <span className={styles.value}>
              {t('gift.preview.value', { amount: formatPrice(value, locale) })}
            </span>
          )}
        </p>
        {greeting.trim() !== '' && <p className={styles.greeting}>{greeting.trim()}</p>}
        {sender.trim() !== '' && (
          <p className={styles.from}>{t('gift.preview.from', { name: sender.trim() })}</p>
        )}
        <p className={styles.code} aria-hidden="true">
          •••• •••• •••• ••••
        </p>
      </div>
      <figcaption className={styles.note}>{t('gift.preview.note')}</figcaption>
    </figure>
  );
}
