import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PostalAddress } from '#core/model/address.ts';
import type { Order } from '#core/model/order.ts';
import { buyerOf } from '#core/rules/address.ts';
import { legalProfiles } from '#core/rules/consumer-rights.ts';
import type { PaymentNonce, VerificationSubject } from '#core/rules/payment.ts';
import { mapResult } from '#core/rules/result.ts';
import { Button } from '#ui/components/button.tsx';
import { CardEntryFailure, CardEntryForm, useCardEntry } from '#ui/components/card-fields/card-form.tsx';
import { Checkbox } from '#ui/components/choices.tsx';
import { Notice } from '#ui/components/notice.tsx';
import { VisuallyHidden } from '#ui/components/visually-hidden.tsx';
import { useBusy } from '#ui/hooks/use-busy.ts';
import { useLearner } from '#ui/hooks/use-session.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import { BillingAddress } from './billing-address.tsx';
import type { BillingAddressHandle } from './billing-form.tsx';
import { CheckoutNotice } from './checkout-step.tsx';
import type { ExpressFailure } from './express-payment.tsx';
import { ExpressPayment, useExpressMethods } from './express-payment.tsx';
import {
  cardChoices,
  isTypedCard,
  methodsInOrder,
  PaymentMethods,
  transfer,
  useCardProviders,
} from './payment-methods.tsx';
import styles from './payment-step.module.css';
import type { Checkout } from './use-checkout.ts';
import { useMethodText } from './use-method-text.ts';

interface PaymentStepProps {
  readonly checkout: Checkout;
  readonly order: Order;
}

/** Step two: the payment method, or nothing when nothing is due. */
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

interface CardPaymentProps {
  readonly checkout: Checkout;
  readonly order: Order;
}

/** Payment methods, invoice address, and the button to the review, which runs the bank's verification. */
function CardPayment({ checkout, order }: CardPaymentProps) {
  const { t } = useTranslation('checkout');
  const billing = useRef<BillingAddressHandle>(null);
  const { isBusy, run } = useBusy();
  const methods = usePaymentChoice(checkout, order);
  const { entry, express, savedCard } = methods;
  const [failures, setFailures] = useState<ExpressFailures>({});
  const isShipped = order.products.some((line) => line.is_shipped);

  function clearMessages(): void {
    setFailures({});
    checkout.show(null);
  }

  function finish(nonce: PaymentNonce, buyer: Buyer, isKept: boolean): void {
    const isStored = buyer === buyerOf(order);
    const provider = nonce.method.kind === 'bank_transfer' ? undefined : methods.provider;
    checkout.finishPayment({ nonce, provider, billing: isStored ? null : wholeAddress(buyer), isKept });
  }

  async function submit(): Promise<void> {
    if (methods.isTypedCard && !entry.startValidation()) return;
    clearMessages();
    const buyer = await readBilling(billing.current, order);
    if (buyer === null) return;
    const subject = subjectOf(order, buyer, methods.isKept || methods.renews);
    if (methods.transferNonce !== null && methods.chosen === transfer) {
      // A bank transfer needs no verification: the review places the order, and the money arrives later.
      const method = { kind: 'bank_transfer', brand: null, last_four: null } as const;
      finish({ nonce: methods.transferNonce, method, liability_shifted: false }, buyer, false);
    } else if (savedCard !== null) {
      const response = await savedCard.use(subject);
      if (response.ok) finish(response.value, buyer, false);
      else setFailures({ savedCard: response.error.code });
    } else {
      const nonce = await entry.tokenize(subject);
      if (nonce !== null) finish(nonce, buyer, methods.isKept);
    }
  }

  /** A wallet's button was pressed: earlier failures no longer apply. */
  function startWallet(): VerificationSubject | null {
    clearMessages();
    const buyer = buyerOf(order);
    return buyer && subjectOf(order, buyer, false);
  }

  /** A wallet does not place the order; the review does. */
  async function takeWallet(nonce: PaymentNonce): Promise<void> {
    clearMessages();
    const buyer = await readBilling(billing.current, order);
    if (buyer !== null) finish(nonce, buyer, false);
  }

  return (
    <>
      <p>{t('payment.intro')}</p>
      <ExpressPayment
        wallets={express.wallets}
        isWaiting={express.isWaitingForWallets && entry.failedToStart === null}
        subject={startWallet}
        failure={failures.wallet ?? null}
        onApproval={takeWallet}
        onFailure={(wallet) => setFailures({ wallet })}
      />
      <form
        className={styles.rest}
        method="post"
        noValidate
        aria-busy={methods.isWaiting || undefined}
        onSubmit={(event) => {
          event.preventDefault();
          if (methods.isReady) void run(submit);
        }}
      >
        <PaymentMethods choices={methods.choices} chosen={methods.chosen} onChoose={methods.choose} />
        {!methods.takesCards && <CardEntryForm entry={entry} />}
        {isShipped && <BillingAddress ref={billing} />}
        {methods.isTypedCard && <CardEntryFailure entry={entry} />}
        {failures.savedCard && <Notice tone="error">{t(`payment.error.${failures.savedCard}`)}</Notice>}
        <Button type="submit" size="large" isWide isLoading={isBusy} disabled={!methods.isReady}>
          {t('payment.continue')}
        </Button>
      </form>
      <VisuallyHidden role="status">{isBusy ? t('payment.verifying') : ''}</VisuallyHidden>
    </>
  );
}

interface ExpressFailures {
  readonly wallet?: ExpressFailure;
  readonly savedCard?: ExpressFailure;
}

/** The available payment methods and the chosen one. By default a saved card comes before a new one. */
function usePaymentChoice(checkout: Checkout, order: Order) {
  const { t } = useTranslation('checkout');
  const { actions, initialState } = useShop();
  const methodText = useMethodText();
  const [wanted, choose] = useState<string | null>(null);
  const [isKept, setKept] = useState(false);
  // Known from the server's response; until then the settings decide whether its space is reserved.
  const [transferNonce, setTransferNonce] = useState<string | null | undefined>();
  const cards = useCardProviders();
  const entry = useCardEntry({
    // Only the chosen provider's fields are mounted.
    subjectId: `${order.id} ${cards.chosen}`,
    async start() {
      const started = await actions.startPayment(order.id);
      // The response has the order with current prices.
      if (started.ok) {
        checkout.updateOrder(started.value.order);
        setTransferNonce(started.value.transfer_nonce);
      }
      return mapResult(started, cards.take);
    },
  });
  // Subscriptions are charged again without the shopper, which needs a card.
  const renews = order.products.some(({ kind }) => legalProfiles[kind].renews);
  const isExpressWanted = initialState.payment.has_express_payment === true && !renews;
  const express = useExpressMethods(entry.fields, isExpressWanted);
  const isLearner = useLearner() !== null;
  const takesCards = entry.form.isOffered;
  const savedCards = takesCards ? express.savedCards : [];
  const isTransferShown = initialState.payment.has_transfer === true && !renews && transferNonce !== null;

  // Saved cards belong to an account. The card form is not shown first, because it would then close.
  const keepsCards = isLearner && initialState.payment.has_saved_cards === true;
  const isWaiting = keepsCards && express.isWaitingForCards && entry.failedToStart === null;
  const isKeepingOffered = keepsCards && isExpressWanted;
  const cardLabel = t(savedCards.length > 0 ? 'payment.method.other_card' : 'payment.card');
  const newCards = cardChoices(
    cards,
    cardLabel,
    <>
      <CardEntryForm entry={entry} provider={cards.provider} />
      {isKeepingOffered && (
        <Checkbox checked={isKept} onChange={(event) => setKept(event.currentTarget.checked)}>
          {t('payment.keep_card')}
        </Checkbox>
      )}
    </>,
  );
  const transferChoice = {
    id: transfer,
    label: t('payment.transfer.method'),
    children: <p>{t('payment.transfer.text')}</p>,
  };
  const choices = methodsInOrder({
    saved: savedCards.map(({ id, method }) => ({ id, label: methodText(method) })),
    cards: takesCards ? newCards : [],
    transfer: isTransferShown ? transferChoice : null,
    cardsBeforeTransfer: initialState.payment.cards_before_transfer,
  });
  const chosen = (choices.find(({ id }) => id === wanted) ?? choices[0])?.id ?? null;
  return {
    entry,
    takesCards,
    express,
    choices,
    chosen,
    choose(id: string) {
      choose(id);
      cards.choose(id);
    },
    provider: cards.provider,
    isTypedCard: isTypedCard(chosen),
    renews,
    isWaiting,
    savedCard: savedCards.find(({ id }) => id === chosen) ?? null,
    transferNonce: transferNonce ?? null,
    isReady: chosen === transfer ? typeof transferNonce === 'string' : entry.isReady && !isWaiting,
    isKept: isKeepingOffered && isKept,
  };
}

type Buyer = NonNullable<ReturnType<typeof buyerOf>>;

/** Null where only name and country are known. */
function wholeAddress(buyer: Buyer): PostalAddress | null {
  return 'street' in buyer ? buyer : null;
}

/** `isKept`: the card will be charged again without the shopper. */
function subjectOf(order: Order, buyer: Buyer, isKept: boolean): VerificationSubject {
  const isShipped = order.products.some((line) => line.is_shipped);
  return {
    amount: order.amount_due,
    email: order.email,
    billing_name: `${buyer.firstname} ${buyer.lastname}`,
    billing_country: buyer.country,
    billing_address: wholeAddress(buyer),
    shipping_address: isShipped ? order.shipping_address : null,
    is_kept: isKept,
  };
}

/** The receiver of the invoice: the typed address, null when it is invalid; else what the order knows of its buyer. */
async function readBilling(billing: BillingAddressHandle | null, order: Order): Promise<Buyer | null> {
  return billing === null ? buyerOf(order) : billing.read();
}
