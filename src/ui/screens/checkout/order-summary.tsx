import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatPrice } from '#core/rules/money.ts';
import { GiftDetails } from '#ui/components/gift-details.tsx';
import { Icon } from '#ui/components/icon.tsx';
import { List } from '#ui/components/page-parts.tsx';
import { Picture } from '#ui/components/picture.tsx';
import { Price } from '#ui/components/price.tsx';
import { Skeleton } from '#ui/components/skeleton.tsx';
import { TotalsList } from '#ui/components/totals-list.tsx';
import { useBarHeight } from '#ui/hooks/use-bar-height.ts';
import { useDeliveryTime } from '#ui/hooks/use-delivery-time.ts';
import { useDateText } from '#ui/hooks/use-formats.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { CartCoupon } from '#ui/layout/mini-cart/cart-coupon.tsx';
import styles from './order-summary.module.css';
import type { Summary, SummaryLine } from './summary.ts';

interface OrderSummaryProps {
  /** Null while nothing is known of the cart. */
  readonly summary: Summary | null;
  /** Shown in full on phones too, as the review needs it; else one sticky line that opens. */
  readonly isWhole: boolean;
  /** Whether its amounts are known: those of a guest's cart are in the browser. */
  readonly isPriced: boolean;
  /** Whether there is a cart to apply a coupon to. */
  readonly hasCart: boolean;
}

/** The order: beside the steps, or on phones as one line with the total. */
export function OrderSummary({ summary, isWhole, isPriced, hasCart }: OrderSummaryProps) {
  const { t } = useTranslation('checkout');
  const [isOpen, setOpen] = useState(false);
  const bar = useBarHeight<HTMLButtonElement>('--summary-bar');

  if (summary === null) {
    return (
      <aside
        className={styles.summary}
        data-short={!isWhole || undefined}
        aria-busy="true"
        aria-label={t('summary.title')}
      >
        <div className={styles.short}>
          <Skeleton shape="line" />
        </div>
        <div className={styles.whole}>
          <Skeleton shape="title" />
          <Skeleton shape="block" />
          <Skeleton shape="price" />
        </div>
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
          ref={bar}
          type="button"
          className={styles.short}
          aria-expanded={isOpen}
          aria-controls="summary-whole"
          onClick={() => setOpen(!isOpen)}
        >
          <span>{t('summary.short', { count: summary.amount })}</span>
          {isPriced ? <Price amount={summary.due} className={styles.due} /> : <span />}
          <Icon name={isOpen ? 'chevron_up' : 'chevron_down'} />
        </button>
      )}
      <div className={styles.whole} id="summary-whole">
        <h2 id="summary-title" className={styles.title}>
          {t('summary.title')}
        </h2>
        <SummaryLines lines={summary.lines} country={summary.country} isEditable />
        {!isWhole && hasCart && <CartCoupon />}
        {isPriced ? <SummaryTotals summary={summary} /> : <Skeleton shape="block" />}
      </div>
    </aside>
  );
}

interface SummaryLinesProps {
  readonly lines: readonly SummaryLine[];
  /** Country of the delivery address; null while it is not known. */
  readonly country: string | null;
  /** Whether recipient, day, greeting and delivery of gifts can still be changed. */
  readonly isEditable?: boolean;
}

/** The ordered products with their delivery. */
export function SummaryLines({ lines, country, isEditable = false }: SummaryLinesProps) {
  const { t } = useTranslation('checkout');
  const dayText = useDateText();
  const time = useDeliveryTime(country);
  return (
    <List
      className={styles.lines}
      // Many lines scroll beside the form, which needs the keyboard too.
      {...(isEditable && lines.length > 2 ? { tabIndex: 0, 'aria-label': t('summary.title') } : {})}
    >
      {lines.map(({ id, title, quantity, picture, price, delivery, gift }) => (
        <li key={id} className={styles.line}>
          <span className={styles.linePicture}>
            <Picture name={picture} alt="" width={56} ratio="3/4" />
          </span>
          <span>
            <strong className={styles.lineTitle}>
              {quantity === 1 ? title : t('summary.quantity', { quantity, title })}
            </strong>
            <span className={styles.lineNote}>
              {t(`delivery.${delivery.key}`, {
                time,
                recipient: delivery.recipient,
                day: dayText(delivery.day ?? ''),
              })}
            </span>
            <GiftDetails line={gift} isEditable={isEditable} />
          </span>
          <Price amount={price} />
        </li>
      ))}
    </List>
  );
}

/** The totals with the included VAT. Rows without meaning are left out. */
export function SummaryTotals({ summary }: { readonly summary: Summary }) {
  const { t } = useTranslation('checkout');
  const locale = useLocale();
  const { vat } = summary;
  return (
    <div className={styles.totals}>
      <TotalsList totals={summary} texts="checkout:summary" />
      {vat > 0 && <p className={styles.vat}>{t('summary.vat', { amount: formatPrice(vat, locale) })}</p>}
    </div>
  );
}
