import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { PostalAddress } from '#core/rules/address.ts';
import type { Order } from '#core/rules/order.ts';
import { Button } from '#ui/components/button/button.tsx';
import { CardEntryFailure, CardEntryForm } from '#ui/components/card-fields/card-entry.tsx';
import { useCardEntry } from '#ui/components/card-fields/use-card-entry.ts';
import { VisuallyHidden } from '#ui/components/visually-hidden/visually-hidden.tsx';
import { useBusy } from '#ui/hooks/use-busy.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import { BillingAddress } from './billing-address.tsx';
import type { BillingAddressHandle } from './billing-address-handle.ts';
import type { Checkout } from './use-checkout.ts';

export interface CardPaymentProps {
  readonly checkout: Checkout;
  readonly order: Order;
}

/** Card fields of the provider, the invoice address, and the way to the review, past the bank's approval. */
export function CardPayment({ checkout, order }: CardPaymentProps) {
  const { t } = useTranslation('checkout');
  const { actions } = useShop();
  const billing = useRef<BillingAddressHandle>(null);
  const { isBusy, run } = useBusy();
  const entry = useCardEntry({
    subjectId: order.id,
    async start() {
      const started = await actions.startPayment(order.id);
      // The answer has the order with the prices that hold now.
      if (started.ok) checkout.updateOrder(started.value.order);
      return started;
    },
  });
  const isShipped = order.products.some((line) => line.is_shipped);

  async function goOn(): Promise<void> {
    if (!entry.begin()) return;
    checkout.say(null);
    const address = await readBilling(billing.current, order);
    if (address === null) return;
    const nonce = await entry.tokenize({
      amount: order.amount_due,
      email: order.email,
      billing_name: `${address.firstname} ${address.lastname}`,
      billing_country: address.country,
    });
    if (nonce === null) return;
    checkout.finishPayment({ nonce, billing: address === order.shipping_address ? null : address });
  }

  return (
    <>
      <p>{t('payment.intro')}</p>
      <CardEntryForm entry={entry} />
      {isShipped && <BillingAddress ref={billing} />}
      <CardEntryFailure entry={entry} />
      <Button size="large" isWide isLoading={isBusy} disabled={!entry.isReady} onClick={() => run(goOn)}>
        {t('payment.continue')}
      </Button>
      <VisuallyHidden>
        <span role="status">{isBusy ? t('payment.verifying') : ''}</span>
      </VisuallyHidden>
    </>
  );
}

/** The invoice address: the typed one, null when that is not right yet; else the delivery address. */
async function readBilling(
  billing: BillingAddressHandle | null,
  order: Order,
): Promise<PostalAddress | null> {
  return billing === null ? order.shipping_address : billing.read();
}
