import { useTranslation } from 'react-i18next';
import type { Order } from '#core/rules/order.ts';
import { List } from '#ui/components/list/list.tsx';
import { AddressLines } from '#ui/screens/checkout/address-lines.tsx';
import { orderSummary } from '#ui/screens/checkout/summary.ts';
import { SummaryLines } from '#ui/screens/checkout/summary-lines.tsx';
import { SummaryTotals } from '#ui/screens/checkout/summary-totals.tsx';
import { useMethodText } from '#ui/screens/checkout/use-method-text.ts';
import styles from './order-details.module.css';

/** What was ordered, where it goes, how it was paid. */
export function OrderDetails({ order }: { readonly order: Order }) {
  const { t } = useTranslation('checkout');
  const methodText = useMethodText();
  const summary = orderSummary(order);
  const { shipping_address, billing_address, payment_method } = order;
  const isOneAddress = JSON.stringify(shipping_address) === JSON.stringify(billing_address);
  const codes = order.products.filter((line) => line.code !== null);
  return (
    <aside className={styles.details} aria-labelledby="order-title">
      <div>
        <h2 id="order-title">{t('complete.items')}</h2>
        <p className={styles.number}>{t('complete.code', { code: order.code })}</p>
      </div>
      <SummaryLines lines={summary.lines} />
      {codes.length > 0 && (
        <List className={styles.codes}>
          {codes.map(({ id, title, code }) => (
            <li key={id}>
              <span>{title}</span> <code>{code}</code>
            </li>
          ))}
        </List>
      )}
      <SummaryTotals summary={summary} />
      <dl className={styles.facts}>
        {payment_method !== null && (
          <div>
            <dt>{order.completed_at === null ? t('complete.pay_with') : t('complete.paid_with')}</dt>
            <dd>{methodText(payment_method)}</dd>
          </div>
        )}
        {summary.is_shipped && shipping_address !== null && (
          <div>
            <dt>{isOneAddress ? t('complete.sent_and_billed_to') : t('complete.sent_to')}</dt>
            <dd>
              <AddressLines address={shipping_address} />
            </dd>
          </div>
        )}
        {billing_address !== null && !(summary.is_shipped && isOneAddress) && (
          <div>
            <dt>{t('complete.billed_to')}</dt>
            <dd>
              <AddressLines address={billing_address} />
            </dd>
          </div>
        )}
      </dl>
    </aside>
  );
}
