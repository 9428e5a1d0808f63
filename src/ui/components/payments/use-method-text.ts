import { useTranslation } from 'react-i18next';
import type { PaymentMethodSummary } from '#core/model/payment.ts';

/** Returns a function that names a payment method, such as "Visa •••• 1111". */
export function useMethodText(): (method: PaymentMethodSummary) => string {
  const { t } = useTranslation('checkout');
  return (method) => {
    if (method.kind === 'credit') return t('complete.paid_credit');
    if (method.kind === 'bank_transfer') return t('payment.transfer.method');
    if (method.kind === 'provider_page') return method.label ?? t('payment.kind.provider_page');
    if (method.kind === 'paypal') return t('payment.kind.paypal');
    const brand = t(`payment.brand.${method.brand ?? 'unknown'}`);
    return method.last_four === null ? brand : t('payment.ends_in', { brand, digits: method.last_four });
  };
}
