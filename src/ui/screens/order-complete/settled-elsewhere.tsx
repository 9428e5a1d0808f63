import { useTranslation } from 'react-i18next';
import type { Order, OrderState } from '#core/rules/order.ts';
import styles from './order-complete.module.css';

export interface SettledElsewhereProps {
  readonly order: Order;
  readonly state: Extract<OrderState, 'awaiting_payment' | 'expired' | 'voided' | 'refunded'>;
}

const texts = {
  awaiting_payment: 'complete.awaiting_text',
  expired: 'complete.expired_text',
  voided: 'complete.voided_text',
  refunded: 'complete.refunded_text',
} as const;

/** An order that waits for a transfer, or has ended without being paid for good. */
export function SettledElsewhere({ order, state }: SettledElsewhereProps) {
  const { t } = useTranslation('checkout');
  return (
    <>
      <h1 className={styles.title}>
        {state === 'awaiting_payment' ? t('complete.awaiting_title') : t('complete.closed_title')}
      </h1>
      <p className={styles.lead}>{t(texts[state], { email: order.email })}</p>
    </>
  );
}
