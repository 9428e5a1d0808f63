import { useTranslation } from 'react-i18next';
import type { Order } from '#core/model/order.ts';
import { calendarDay } from '#core/rules/basics/calendar.ts';
import { orderTimeline } from '#core/rules/orders/timeline-steps.ts';
import { Icon } from '#ui/components/parts/icon.tsx';
import { VisuallyHidden } from '#ui/components/parts/visually-hidden.tsx';
import { TrackingLink } from '#ui/components/tracking/tracking-link.tsx';
import { useDateText } from '#ui/hooks/use-formats.ts';
import styles from './order-timeline.module.css';

/** The past and future steps of an order. */
export function OrderTimeline({ order }: { readonly order: Order }) {
  const { t } = useTranslation('checkout');
  const dayText = useDateText();
  return (
    <ol className={styles.timeline} aria-label={t('complete.timeline.label')}>
      {orderTimeline(order).map(({ step, isDone, at }) => (
        <li key={step} data-done={isDone || undefined}>
          <span className={styles.mark} aria-hidden="true">
            {isDone && <Icon name="check" />}
          </span>
          <span>
            {t(`complete.timeline.${step}`)}
            {!isDone && <VisuallyHidden> {t('complete.timeline.open')}</VisuallyHidden>}
            {at !== null && <small>{dayText(calendarDay(Date.parse(at)))}</small>}
            {step === 'sent' &&
              order.parcels.map((parcel) => (
                <small key={parcel.id}>
                  {dayText(calendarDay(Date.parse(parcel.sent_at)))} <TrackingLink parcel={parcel} />
                </small>
              ))}
          </span>
        </li>
      ))}
    </ol>
  );
}
