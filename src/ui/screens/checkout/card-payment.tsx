import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PostalAddress } from '#core/rules/address.ts';
import type { Order } from '#core/rules/order.ts';
import type { CardFieldName } from '#core/rules/payment.ts';
import { Button } from '#ui/components/button/button.tsx';
import { Notice } from '#ui/components/notice/notice.tsx';
import { VisuallyHidden } from '#ui/components/visually-hidden/visually-hidden.tsx';
import { useBusy } from '#ui/hooks/use-busy.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import { BillingAddress } from './billing-address.tsx';
import type { BillingAddressHandle } from './billing-address-handle.ts';
import { CardForm, shownCardFields } from './card-form.tsx';
import { TestCards } from './test-cards.tsx';
import type { TokenizeFailure } from './use-card-fields.ts';
import { useCardFields } from './use-card-fields.ts';
import { useCardFieldsState } from './use-card-fields-state.ts';
import { useCardTexts } from './use-card-texts.ts';
import type { Checkout } from './use-checkout.ts';

export interface CardPaymentProps {
  readonly checkout: Checkout;
  readonly order: Order;
}

/** Card fields of the provider, the invoice address, and the way to the review, past the bank's approval. */
export function CardPayment({ checkout, order }: CardPaymentProps) {
  const { t } = useTranslation('checkout');
  const shop = useShop();
  const containers = useRef<Partial<Record<CardFieldName, HTMLElement | null>>>({});
  const billing = useRef<BillingAddressHandle>(null);
  const [wasSent, setSent] = useState(false);
  const [failure, setFailure] = useState<TokenizeFailure['code'] | null>(null);
  const { isBusy, run } = useBusy();
  const { labels, placeholders } = useCardTexts();
  const { state, restart } = useCardFields({
    orderId: order.id,
    locale: useLocale(),
    containers,
    labels,
    placeholders,
    onOrder: checkout.updateOrder,
  });
  const fields = state.status === 'ready' ? state.fields : null;
  const { view, cardType, isValid } = useCardFieldsState(fields, wasSent);
  const isShipped = order.products.some((line) => line.is_shipped);

  function showFailure(code: TokenizeFailure['code']): void {
    if (code === 'FIELDS_EMPTY' || code === 'FIELDS_INVALID') {
      // What is wrong stands at each field.
      const faulty = shownCardFields.find((name) => !isValid(name));
      if (faulty !== undefined) fields?.focus(faulty);
      return;
    }
    setFailure(code);
    if (code === 'CLIENT_TOKEN_EXPIRED') restart();
  }

  async function goOn(): Promise<void> {
    if (fields === null) return;
    setSent(true);
    setFailure(null);
    checkout.say(null);
    const address = await readBilling(billing.current, order);
    if (address === null) return;
    const answer = await fields.tokenize({
      amount: order.amount_due,
      email: order.email,
      billing_name: `${address.firstname} ${address.lastname}`,
      billing_country: address.country,
    });
    if (!answer.ok) showFailure(answer.error.code);
    else
      checkout.finishPayment({
        nonce: answer.value,
        billing: address === order.shipping_address ? null : address,
      });
  }

  return (
    <>
      <p>{t('payment.intro')}</p>
      {shop.initialState.facts?.is_demo === true && <TestCards />}
      <CardForm
        containers={containers}
        view={view}
        cardType={cardType}
        isReady={fields !== null}
        isFailed={state.status === 'failed'}
        onFocus={(name) => fields?.focus(name)}
      />
      {state.status === 'failed' && (
        <Notice tone="error">
          <p>{t(`payment.error.${state.code}`)}</p>
          <Button kind="text" onClick={restart}>
            {t('payment.retry')}
          </Button>
        </Notice>
      )}
      {isShipped && <BillingAddress ref={billing} />}
      {failure !== null && <Notice tone="error">{t(`payment.error.${failure}`)}</Notice>}
      <Button size="large" isWide isLoading={isBusy} disabled={fields === null} onClick={() => run(goOn)}>
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
