import { useTranslation } from 'react-i18next';
import type { OperatorOrder } from '#api/orders/operator-order-models.ts';
import type { TextKey } from '#back-office/kit/operator-texts.ts';
import { useFormats } from '#back-office/kit/use-operator-formats.ts';
import type { Cents } from '#core/model/values.ts';
import styles from './order.module.css';

/** Order lines and totals. */
export function OrderLines({ order }: { readonly order: OperatorOrder }) {
  const { t } = useTranslation('backOffice');
  const { money } = useFormats();
  const sums: readonly (readonly [label: TextKey, amount: Cents, detail?: string])[] = [
    ['order.subtotal', order.subtotal],
    ['order.discount', -order.discount as Cents, reductionsOf(order)],
    ['order.shipping', order.shipping],
    ['order.total', order.total],
    ['order.credit', -order.credit as Cents],
    ['order.amountDue', order.amount_due],
    ['order.includedVat', order.included_vat],
    ['order.refunded', -order.refunded as Cents],
  ];
  const isAlwaysShown: readonly TextKey[] = ['order.total', 'order.includedVat'];
  return (
    <>
      <ul className={styles.lines}>
        {order.lines.map((line) => (
          <li key={line.id} className={styles.line}>
            <span className={styles.quantity}>{line.quantity} ×</span>
            <span>
              {line.title}
              <small>
                {[
                  line.discount > 0 && t('order.less', { amount: money(line.discount) }),
                  (line.refunded_quantity > 0 || line.refunded_amount > 0) &&
                    t('order.lineRefunded', {
                      quantity: line.refunded_quantity,
                      amount: money(line.refunded_amount),
                    }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </span>
            <span className={styles.amount}>{money(line.price)}</span>
          </li>
        ))}
      </ul>
      <dl className={styles.sums}>
        {sums
          .filter(([label, amount]) => amount !== 0 || isAlwaysShown.includes(label))
          .map(([label, amount, detail]) => (
            <div key={label} data-total={label === 'order.total' || undefined}>
              <dt>
                {t(label)}
                {detail !== undefined && detail !== '' && <small> {detail}</small>}
              </dt>
              <dd>{money(amount)}</dd>
            </div>
          ))}
      </dl>
    </>
  );
}

function reductionsOf({ bundle_discounts, coupon_code }: OperatorOrder): string {
  const names = [...bundle_discounts.map(({ title }) => title), coupon_code ?? ''];
  return names.filter((name) => name !== '').join(', ');
}
