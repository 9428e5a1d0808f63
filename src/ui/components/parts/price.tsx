import { useTranslation } from 'react-i18next';
import type { ProductKind } from '#core/model/product.ts';
import type { Cents } from '#core/model/values.ts';
import { formatPrice } from '#core/rules/basics/money.ts';
import { pricePeriod } from '#core/rules/catalogue/price-period.ts';
import { classNames } from '#ui/components/parts/class-names.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import styles from './price.module.css';

export interface PriceProps {
  /** Cents. */
  readonly amount: Cents;
  readonly size?: 'normal' | 'large' | undefined;
  readonly className?: string | undefined;
  /** Kind of the product. Prices of subscriptions are shown with their period. */
  readonly kind?: ProductKind | undefined;
}

/** An amount in the format of the page's language, with tabular digits. */
export function Price({ amount, size = 'normal', className, kind }: PriceProps) {
  const { t } = useTranslation('component');
  const locale = useLocale();
  const period = kind === undefined ? null : pricePeriod(kind);
  return (
    <span className={classNames(styles.price, size === 'large' && styles.large, className)}>
      {formatPrice(amount, locale)}
      {period !== null && <span className={styles.period}> {t(`period.${period}`)}</span>}
    </span>
  );
}
