import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/components/icon/icon.tsx';
import { Price } from '#ui/components/price/price.tsx';
import { Skeleton } from '#ui/components/skeleton/skeleton.tsx';
import styles from './order-summary.module.css';
import type { Summary } from './summary.ts';
import { SummaryCoupon } from './summary-coupon.tsx';
import { SummaryLines } from './summary-lines.tsx';
import { SummaryTotals } from './summary-totals.tsx';

export interface OrderSummaryProps {
  /** Null while the browser does not know the cart yet. */
  readonly summary: Summary | null;
  /** Shown whole on phones too, as the review needs it; else one sticky line that opens. */
  readonly isWhole: boolean;
}

/** What is being ordered, always in sight: beside the steps, or on phones as one line with the total. */
export function OrderSummary({ summary, isWhole }: OrderSummaryProps) {
  const { t } = useTranslation('checkout');
  const [isOpen, setOpen] = useState(false);

  if (summary === null) {
    return (
      <aside className={styles.summary} aria-busy="true" aria-label={t('summary.title')}>
        <Skeleton shape="title" />
        <Skeleton shape="line" />
        <Skeleton shape="price" />
      </aside>
    );
  }
  return (
    <aside
      className={styles.summary}
      aria-labelledby="summary-title"
      data-short={!isWhole || undefined}
      data-open={isOpen || undefined}
    >
      {!isWhole && (
        <button
          type="button"
          className={styles.short}
          aria-expanded={isOpen}
          aria-controls="summary-whole"
          onClick={() => setOpen(!isOpen)}
        >
          <span>{t('summary.short', { count: summary.amount })}</span>
          <Price amount={summary.due} className={styles.due} />
          <Icon name={isOpen ? 'chevron_up' : 'chevron_down'} />
        </button>
      )}
      <div className={styles.whole} id="summary-whole">
        <h2 id="summary-title" className={styles.title}>
          {t('summary.title')}
        </h2>
        <SummaryLines lines={summary.lines} />
        {!isWhole && <SummaryCoupon />}
        <SummaryTotals summary={summary} />
      </div>
    </aside>
  );
}
