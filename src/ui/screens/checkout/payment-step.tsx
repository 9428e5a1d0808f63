import type { ReactNode } from 'react';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PostalAddress } from '#core/model/address.ts';
import type { Order } from '#core/model/order.ts';
import { buyerOf } from '#core/rules/address.ts';
import { legalProfiles } from '#core/rules/consumer-rights.ts';
import type { PaymentNonce, VerificationSubject } from '#core/rules/payment.ts';
import { mapResult } from '#core/rules/result.ts';
import type { StartedPayment } from '#core/storefront/checkout/orders.ts';
import { Button } from '#ui/components/button.tsx';
import { CardEntryFailure, CardEntryForm, useCardEntry } from '#ui/components/card-fields/card-form.tsx';
import { Checkbox, Radio } from '#ui/components/form-fields.tsx';
import { Notice } from '#ui/components/notice.tsx';
import { VisuallyHidden } from '#ui/components/visually-hidden.tsx';
import { useBusy } from '#ui/hooks/use-busy.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { useLearner } from '#ui/hooks/use-session.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import { BillingAddress } from './billing-address.tsx';
import type { BillingAddressHandle } from './billing-form.tsx';
import { CheckoutNotice } from './checkout-step.tsx';
import type { ExpressFailure } from './express-payment.tsx';
import { ExpressPayment, useExpressMethods } from './express-payment.tsx';
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

/** The ids of typed cards begin with it. */
const typedCard = 'new-card ';

/** The first provider's id is the same before its name is known, so that its fields stay in the page. */
function cardOf(providers: readonly string[], index: number): string {
  return `${typedCard}${index === 0 ? '' : providers[index]}`;
}
const transfer = 'transfer';

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
  const { labels = {} } = initialState.payment;
  const locale = useLocale();
  const methodText = useMethodText();
  const [wanted, choose] = useState<string | null>(null);
  const [isKept, setKept] = useState(false);
  // Known from the server's response; until then the settings decide whether its space is reserved.
  const [transferNonce, setTransferNonce] = useState<string | null | undefined>();
  const { providers, provider, chosen: chosenProvider, setProviders, chooseProvider } = useProviders();
  const entry = useCardEntry({
    // Only the chosen provider's fields are mounted.
    subjectId: `${order.id} ${chosenProvider ?? ''}`,
    async start() {
      const started = await actions.startPayment(order.id);
      // The response has the order with current prices.
      if (started.ok) {
        checkout.updateOrder(started.value.order);
        setTransferNonce(started.value.transfer_nonce);
        setProviders(started.value.providers.map(({ name }) => name));
      }
      return mapResult(started, (payment) => startOf(payment, chosenProvider));
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
  const newCards = providers.map((name, index) => ({
    id: cardOf(providers, index),
    label: providers.length > 1 ? `${cardLabel} (${labels[name]?.[locale] ?? name})` : cardLabel,
    children: name === provider && (
      <>
        <CardEntryForm entry={entry} provider={name} />
        {isKeepingOffered && (
          <Checkbox checked={isKept} onChange={(event) => setKept(event.currentTarget.checked)}>
            {t('payment.keep_card')}
          </Checkbox>
        )}
      </>
    ),
  }));
  const transferChoice = {
    id: transfer,
    label: t('payment.transfer.method'),
    children: <p>{t('payment.transfer.text')}</p>,
  };
  const place = initialState.payment.cards_before_transfer ?? providers.length;
  const choices: PaymentMethodChoice[] = [
    ...savedCards.map(({ id, method }) => ({ id, label: methodText(method) })),
    ...(takesCards ? newCards.slice(0, place) : []),
    ...(isTransferShown ? [transferChoice] : []),
    ...(takesCards ? newCards.slice(place) : []),
  ];
  const chosen = (choices.find(({ id }) => id === wanted) ?? choices[0])?.id ?? null;
  return {
    entry,
    takesCards,
    express,
    choices,
    chosen,
    choose(id: string) {
      choose(id);
      const index = providers.findIndex((_, place) => cardOf(providers, place) === id);
      if (index >= 0) chooseProvider(index === 0 ? null : (providers[index] ?? null));
    },
    provider,
    isTypedCard: chosen?.startsWith(typedCard) === true,
    renews,
    isWaiting,
    savedCard: savedCards.find(({ id }) => id === chosen) ?? null,
    transferNonce: transferNonce ?? null,
    isReady: chosen === transfer ? typeof transferNonce === 'string' : entry.isReady && !isWaiting,
    isKept: isKeepingOffered && isKept,
  };
}

/**
 * The providers for cards in the order of the shop, and the one whose fields are shown: the chosen one, else the first.
 * Until the server has responded there is one without a name.
 */
function useProviders() {
  const [providers, setProviders] = useState<readonly string[]>(['']);
  const [chosen, chooseProvider] = useState<string | null>(null);
  return { providers, provider: chosen ?? providers[0], chosen, setProviders, chooseProvider };
}

/** What the fields of a provider start with. */
function startOf({ client_token, provider, providers }: StartedPayment, wanted: string | null) {
  const found = providers.find(({ name }) => name === wanted);
  return found === undefined
    ? { client_token, provider }
    : { client_token: found.client_token, provider: found.name };
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

interface PaymentMethodChoice {
  readonly id: string;
  readonly label: string;
  /** Shown while it is chosen; kept in the page otherwise, because its frames must not be reloaded. */
  readonly children?: ReactNode;
}

interface PaymentMethodsProps {
  readonly choices: readonly PaymentMethodChoice[];
  /** Null when there is no choice. */
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
}

/** The payment methods, with the chosen one open. A single one is not selectable. */
function PaymentMethods({ choices, chosen, onChoose }: PaymentMethodsProps) {
  const { t } = useTranslation('checkout');
  const name = useId();
  // A typed card has its own heading.
  const isChoice = choices.length > 1 || choices[0]?.id === transfer;
  if (choices.length === 0) return null;
  return (
    <fieldset className={styles.methods} data-single={!isChoice || undefined}>
      <legend className={styles.legend}>{t('payment.method.title')}</legend>
      {choices.map(({ id, label, children }) => (
        <div key={id} className={styles.method} data-chosen={chosen === id || undefined}>
          {isChoice && (
            <Radio
              name={name}
              value={id}
              checked={chosen === id}
              onChange={() => onChoose(id)}
              className={styles.name}
            >
              {label}
            </Radio>
          )}
          {children !== undefined && (
            <div className={styles.panel} hidden={chosen !== id}>
              {children}
            </div>
          )}
        </div>
      ))}
    </fieldset>
  );
}
