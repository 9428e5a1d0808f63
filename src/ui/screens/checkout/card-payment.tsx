import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PostalAddress } from '#core/rules/address.ts';
import { legalProfiles } from '#core/rules/legal-profile.ts';
import type { Order } from '#core/rules/order.ts';
import type { PaymentNonce, VerificationSubject } from '#core/rules/payment.ts';
import { Button } from '#ui/components/button/button.tsx';
import { CardEntryFailure, CardEntryForm } from '#ui/components/card-fields/card-entry.tsx';
import { useCardEntry } from '#ui/components/card-fields/use-card-entry.ts';
import { Checkbox } from '#ui/components/choice/choice.tsx';
import { Notice } from '#ui/components/notice/notice.tsx';
import { VisuallyHidden } from '#ui/components/visually-hidden/visually-hidden.tsx';
import { useBusy } from '#ui/hooks/use-busy.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import { useStore } from '#ui/hooks/use-store.ts';
import { BillingAddress } from './billing-address.tsx';
import type { BillingAddressHandle } from './billing-address-handle.ts';
import type { ShortcutFailure } from './payment-shortcuts.tsx';
import { PaymentShortcuts } from './payment-shortcuts.tsx';
import { TransferChoice } from './transfer-choice.tsx';
import type { Checkout } from './use-checkout.ts';

export interface CardPaymentProps {
  readonly checkout: Checkout;
  readonly order: Order;
}

/** Card fields of the provider, the invoice address, and the way to the review, past the bank's approval. */
export function CardPayment({ checkout, order }: CardPaymentProps) {
  const { t } = useTranslation('checkout');
  const { actions, stores } = useShop();
  const billing = useRef<BillingAddressHandle>(null);
  const { isBusy, run } = useBusy();
  const [transferNonce, setTransferNonce] = useState<string | null>(null);
  const entry = useCardEntry({
    subjectId: order.id,
    async start() {
      const started = await actions.startPayment(order.id);
      // The answer has the order with the prices that hold now.
      if (started.ok) {
        checkout.updateOrder(started.value.order);
        setTransferNonce(started.value.transfer_nonce);
      }
      return started;
    },
  });
  const isShipped = order.products.some((line) => line.is_shipped);
  // What renews is charged again later, without the shopper: that needs a card of its own.
  const renews = order.products.some(({ kind }) => legalProfiles[kind].renews);
  const [shortcutFailure, setShortcutFailure] = useState<ShortcutFailure | null>(null);
  const [isKept, setKept] = useState(false);
  const isLearner = useStore(stores.session, ({ status }) => status === 'logged_in');
  const isKeepingOffered = isLearner && !renews && entry.fields?.shortcuts$ !== undefined;

  async function goOn(): Promise<void> {
    if (!entry.begin()) return;
    setShortcutFailure(null);
    checkout.say(null);
    const address = await readBilling(billing.current, order);
    if (address === null) return;
    const nonce = await entry.tokenize(subjectOf(order, address));
    if (nonce === null) return;
    finish(nonce, address, isKeepingOffered && isKept);
  }

  function finish(nonce: PaymentNonce, address: PostalAddress, isNonceKept: boolean): void {
    const isOther = address !== order.shipping_address;
    checkout.finishPayment({ nonce, billing: isOther ? address : null, is_kept: isNonceKept });
  }

  /** A wallet never orders by itself; the review does. */
  async function takeShortcut(nonce: PaymentNonce): Promise<void> {
    setShortcutFailure(null);
    checkout.say(null);
    const address = await readBilling(billing.current, order);
    if (address !== null) finish(nonce, address, false);
  }

  /** Nothing is asked here: the review orders, and the money comes later. */
  async function takeTransfer(nonce: string): Promise<void> {
    const method = { kind: 'bank_transfer', brand: null, last_four: null } as const;
    await takeShortcut({ nonce, method, liability_shifted: false });
  }

  return (
    <>
      <p>{t('payment.intro')}</p>
      {!renews && (
        <PaymentShortcuts
          fields={entry.fields}
          subject={() => order.shipping_address && subjectOf(order, order.shipping_address)}
          isBusy={isBusy}
          run={run}
          onNonce={takeShortcut}
          onFailure={setShortcutFailure}
        />
      )}
      {shortcutFailure !== null && <Notice tone="error">{t(`payment.error.${shortcutFailure}`)}</Notice>}
      <CardEntryForm entry={entry} />
      {isKeepingOffered && (
        <Checkbox checked={isKept} onChange={(event) => setKept(event.currentTarget.checked)}>
          {t('payment.keep_card')}
        </Checkbox>
      )}
      {isShipped && <BillingAddress ref={billing} />}
      <CardEntryFailure entry={entry} />
      <Button size="large" isWide isLoading={isBusy} disabled={!entry.isReady} onClick={() => run(goOn)}>
        {t('payment.continue')}
      </Button>
      <VisuallyHidden>
        <span role="status">{isBusy ? t('payment.verifying') : ''}</span>
      </VisuallyHidden>
      {transferNonce !== null && (
        <TransferChoice isBusy={isBusy} onChoose={() => run(() => takeTransfer(transferNonce))} />
      )}
    </>
  );
}

function subjectOf(order: Order, address: PostalAddress): VerificationSubject {
  return {
    amount: order.amount_due,
    email: order.email,
    billing_name: `${address.firstname} ${address.lastname}`,
    billing_country: address.country,
    billing_address: address,
  };
}

/** The invoice address: the typed one, null when that is not right yet; else the delivery address. */
async function readBilling(
  billing: BillingAddressHandle | null,
  order: Order,
): Promise<PostalAddress | null> {
  return billing === null ? order.shipping_address : billing.read();
}
