import { useTranslation } from 'react-i18next';
import type { Order } from '#core/rules/order.ts';
import { Button } from '#ui/components/button/button.tsx';
import { CardPayment } from './card-payment.tsx';
import { CheckoutNotice } from './checkout-notice.tsx';
import styles from './payment-step.module.css';
import type { Checkout } from './use-checkout.ts';

export interface PaymentStepProps {
  readonly checkout: Checkout;
  readonly order: Order;
}

/** Step two: how to pay, or nothing when nothing is due. */
export function PaymentStep({ checkout, order }: PaymentStepProps) {
  const { t } = useTranslation('checkout');
  return (
    <div className={styles.step}>
      <CheckoutNotice message={checkout.message} />
      {checkout.needsPayment ? (
        <CardPayment checkout={checkout} order={order} />
      ) : (
        <>
          <p>{t('payment.nothing_due')}</p>
          <Button size="large" isWide onClick={() => checkout.finishPayment({ nonce: null, billing: null })}>
            {t('payment.continue')}
          </Button>
        </>
      )}
    </div>
  );
}
