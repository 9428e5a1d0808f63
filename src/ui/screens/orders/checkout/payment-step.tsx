import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PostalAddress } from '#core/model/address.ts';
import type { Order } from '#core/model/order.ts';
import type { PaymentMethodSummary } from '#core/model/payment.ts';
import type { Cents } from '#core/model/values.ts';
import { buyerOf } from '#core/rules/accounts/address-needs.ts';
import { mapResult } from '#core/rules/basics/result.ts';
import type { PaymentNonce, VerificationSubject } from '#core/rules/payments/payment-rules.ts';
import { type ChosenPayment, hasRenewal } from '#core/storefront/orders/chosen-payment.ts';
import type { StartedPayment } from '#core/storefront/orders/order-actions.ts';
import { Button } from '#ui/components/parts/button.tsx';
import { Checkbox } from '#ui/components/parts/fields/choices.tsx';
import { CardEntryForm, useCardEntry } from '#ui/components/payments/card-form.tsx';
import {
  cardChoices,
  isTypedCard,
  methodsInOrder,
  PaymentMethods,
  providerPageMethod,
  transfer,
  useCardProviders,
} from '#ui/components/payments/payment-methods.tsx';
import type { CardFields } from '#ui/components/payments/use-card-fields.ts';
import { useMethodText } from '#ui/components/payments/use-method-text.ts';
import { useBusy } from '#ui/hooks/use-busy.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { useLearner } from '#ui/hooks/use-session.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import { BillingAddress } from './billing-address.tsx';
import type { BillingAddressHandle } from './billing-form.tsx';
import { CheckoutNotice } from './checkout-step.tsx';
import { type ExpressFailure, ExpressPayment, useExpressMethods } from './express-payment.tsx';
import styles from './payment-step.module.css';
import type { Checkout } from './use-checkout.ts';

interface PaymentStepProps {
  readonly checkout: Checkout;
  readonly order: Order;
}

/** Step two: the payment method; empty if nothing is due. */
export function PaymentStep({ checkout, order }: PaymentStepProps) {
  const { t } = useTranslation('checkout');
  return (
    <div className={styles.step}>
      {/* While this step is only mounted for its fields, the review shows the message. */}
      <CheckoutNotice message={checkout.step === 'payment' ? checkout.message : null} />
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

/** Payment methods, invoice address, and the button to continue to the review. */
function CardPayment({ checkout, order }: CardPaymentProps) {
  const { t } = useTranslation('checkout');
  const billing = useRef<BillingAddressHandle>(null);
  const { isBusy, run } = useBusy();
  const methods = usePaymentChoice(checkout, order);
  const { entry, express, savedCard } = methods;
  const [failure, setFailure] = useState<ExpressFailure | null>(null);
  const isShipped = order.products.some((line) => line.is_shipped);

  function clearMessages(): void {
    setFailure(null);
    checkout.show(null);
  }

  function finish(chosen: Chosen, buyer: Buyer): void {
    const isStored = buyer === buyerOf(order);
    const isTransfer = chosen.nonce?.method.kind === 'bank_transfer';
    const provider = isTransfer ? undefined : (methods.page?.name ?? methods.provider);
    checkout.finishPayment({ ...chosen, provider, billing: isStored ? null : wholeAddress(buyer) });
  }

  async function submit(): Promise<void> {
    if (methods.isTypedCard && !entry.startValidation()) return;
    clearMessages();
    const buyer = await readBilling(billing.current, order);
    if (buyer === null) return;
    if (methods.transferNonce !== null && methods.chosen === transfer) {
      // A bank transfer needs no verification: the order is placed in the review, and the money arrives later.
      const method = { kind: 'bank_transfer', brand: null, last_four: null } as const;
      finish({ nonce: { nonce: methods.transferNonce, method, liability_shifted: false } }, buyer);
    } else if (methods.page !== null) {
      // The buyer pays on the provider's page, which opens after the order was placed.
      const { nonce, label } = methods.page;
      const method = { kind: 'provider_page', brand: null, last_four: null, label } as const;
      finish({ nonce: { nonce, method, liability_shifted: false } }, buyer);
    } else if (savedCard !== null) {
      const card = cardOf(savedCard.method, (subject) => savedCard.use(subject), buyer, false);
      finish({ nonce: null, card }, buyer);
    } else if (entry.fields !== null && entry.isComplete()) {
      const { fields, form } = entry;
      const method = { kind: 'card', brand: form.cardType, last_four: null } as const;
      const card = cardOf(method, (subject) => fields.tokenize(subject), buyer, methods.isKept);
      finish({ nonce: null, card, isKept: methods.isKept }, buyer);
    }
  }

  /**
   * Returns a card whose verification by the bank runs when the order is placed, with the order's data at that time.
   */
  function cardOf(method: PaymentMethodSummary, use: Verify, buyer: Buyer, isKept: boolean) {
    return {
      method,
      async verify(placed: Order) {
        const response = await use(subjectOf(placed, buyer, isKept || hasRenewal(placed)));
        if (!response.ok && response.error.code === 'CLIENT_TOKEN_EXPIRED') entry.restart();
        return response;
      },
    };
  }

  /** Called when a wallet's button is pressed; clears earlier failures and returns the payment's data. */
  function startWallet(): VerificationSubject | null {
    clearMessages();
    const buyer = buyerOf(order);
    return buyer && subjectOf(order, buyer, false);
  }

  /** Takes over a wallet's approval; the order is placed in the review. */
  async function takeWallet(nonce: PaymentNonce, approvedAmount: Cents): Promise<void> {
    clearMessages();
    const buyer = await readBilling(billing.current, order);
    if (buyer !== null) finish({ nonce, approvedAmount }, buyer);
  }

  return (
    <>
      <p>{t('payment.intro')}</p>
      <ExpressPayment
        wallets={express.wallets}
        isWaiting={express.isWaitingForWallets && entry.failedToStart === null}
        subject={startWallet}
        failure={failure}
        onApproval={takeWallet}
        onFailure={setFailure}
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
        <Button type="submit" size="large" isWide isLoading={isBusy} disabled={!methods.isReady}>
          {t('payment.continue')}
        </Button>
      </form>
    </>
  );
}

/** The available payment methods and the selected one. By default a saved card precedes a new one. */
function usePaymentChoice(checkout: Checkout, order: Order) {
  const { t } = useTranslation('checkout');
  const { actions, initialState } = useShop();
  const methodText = useMethodText();
  const locale = useLocale();
  const [wanted, choose] = useState<string | null>(null);
  const [isKept, setKept] = useState(false);
  // Known from the server's response; until then the settings determine whether its space is reserved.
  const [transferNonce, setTransferNonce] = useState<string | null | undefined>();
  const [openPages, setOpenPages] = useState<StartedPayment['pages'] | null>(null);
  const cards = useCardProviders();
  const entry = useCardEntry({
    // Only the chosen provider's fields are mounted.
    subjectId: `${order.id} ${cards.chosen}`,
    async start() {
      const started = await actions.startPayment(order.id);
      // The response contains the order with current prices.
      if (started.ok) {
        checkout.updateOrder(started.value.order);
        setTransferNonce(started.value.transfer_nonce);
        setOpenPages(started.value.pages);
      }
      return mapResult(started, cards.take);
    },
  });
  const isRenewing = hasRenewal(order);
  const isExpressWanted = initialState.payment.has_express_payment === true && !isRenewing;
  const express = useExpressMethods(entry.fields, isExpressWanted);
  const isLearner = useLearner() !== null;
  const takesCards = entry.form.isOffered;
  const savedCards = takesCards ? express.savedCards : [];
  const isTransferShown = initialState.payment.has_transfer === true && !isRenewing && transferNonce !== null;

  // Saved cards belong to an account. The card form is not shown before they are known, because it would then close.
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
  const { pages = {} } = initialState.payment;
  const pageChoices = Object.fromEntries(
    Object.entries(pages)
      .filter(([name]) => !isRenewing && (openPages === null || openPages.some((open) => open.name === name)))
      .map(([name, { label, text }]) => [
        providerPageMethod(name),
        { id: providerPageMethod(name), label: label[locale], children: <p>{text[locale]}</p> },
      ]),
  );
  const choices = methodsInOrder({
    saved: savedCards.map(({ id, method }) => ({ id, label: methodText(method) })),
    cards: takesCards ? newCards : [],
    others: { ...(isTransferShown ? { [transfer]: transferChoice } : {}), ...pageChoices },
    rows: initialState.payment.rows,
  });
  const chosen = (choices.find(({ id }) => id === wanted) ?? choices[0])?.id ?? null;
  const chosenPage = openPages?.find(({ name }) => providerPageMethod(name) === chosen);
  const isPage = chosen !== null && Object.hasOwn(pageChoices, chosen);
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
    isWaiting,
    savedCard: savedCards.find(({ id }) => id === chosen) ?? null,
    transferNonce: transferNonce ?? null,
    page: chosenPage === undefined ? null : { ...chosenPage, label: pages[chosenPage.name]?.label[locale] },
    isReady: isPage
      ? chosenPage !== undefined
      : chosen === transfer
        ? typeof transferNonce === 'string'
        : entry.isReady && !isWaiting,
    isKept: isKeepingOffered && isKept,
  };
}

type Chosen = Pick<ChosenPayment, 'nonce' | 'card' | 'isKept' | 'approvedAmount'>;

type Verify = CardFields['tokenize'];

type Buyer = NonNullable<ReturnType<typeof buyerOf>>;

/** Returns the full address; null if only name and country are known. */
function wholeAddress(buyer: Buyer): PostalAddress | null {
  return 'street' in buyer ? buyer : null;
}

/** Returns the data that the bank verifies. `isKept`: the card will be charged again without the shopper. */
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

/** Returns the invoice recipient: the typed address (null if it is invalid), or the buyer of the order. */
async function readBilling(billing: BillingAddressHandle | null, order: Order): Promise<Buyer | null> {
  return billing === null ? buyerOf(order) : billing.read();
}
