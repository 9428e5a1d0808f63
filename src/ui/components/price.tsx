import type { Cents } from '#core/model/values.ts';
import { formatPrice } from '#core/rules/money.ts';
import { classNames } from '#ui/components/class-names.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import styles from './price.module.css';

export interface PriceProps {
  /** Cents. */
  readonly amount: Cents;
  readonly size?: 'normal' | 'large' | undefined;
  readonly className?: string | undefined;
}

/** An amount in the format of the page's language, with tabular digits. */
export function Price({ amount, size = 'normal', className }: PriceProps) {
  const locale = useLocale();
  return (
    <span className={classNames(styles.price, size === 'large' && styles.large, className)}>
      {formatPrice(amount, locale)}
    </span>
  );
}
