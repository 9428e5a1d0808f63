import { useTranslation } from 'react-i18next';
import type { OperatorOrder } from '#api/orders/operator-order-models.ts';
import { useNames } from '#back-office/kit/use-names.ts';
import { useFormats } from '#back-office/kit/use-operator-formats.ts';
import styles from './order.module.css';
import { type TimelineEvent, timelineOf } from './timeline-entries.ts';

/** Text groups with the labels of each kind of event. */
const groups: Readonly<Record<TimelineEvent['kind'], string>> = {
  order: 'event',
  parcel: 'parcel',
  payment: 'attempt',
  late: 'late',
  dispute: 'dispute',
  invoice: 'invoice',
  refund: 'refund',
  mail: 'mail',
  code: 'code',
  declaration: 'declaration',
  change: 'change',
};

export function OrderTimeline({ order }: { readonly order: OperatorOrder }) {
  const { t } = useTranslation('backOffice');
  const { moment, money } = useFormats();
  const name = useNames();
  const detailOf = ({ kind, detail }: TimelineEvent) =>
    kind === 'order' && detail !== null ? name('by', detail) : detail;
  return (
    <ol className={styles.timeline}>
      {timelineOf(order).map((one) => (
        <li key={`${one.at}-${one.kind}-${one.name}-${one.detail}`}>
          <span>
            <span className={styles.kind}>{t(`timeline.${one.kind}`)}</span>{' '}
            {name(groups[one.kind], one.name)}
            {one.amount !== null && `, ${money(one.amount)}`}
          </span>
          <small>{[moment(one.at), detailOf(one)].filter(Boolean).join(' · ')}</small>
        </li>
      ))}
    </ol>
  );
}
