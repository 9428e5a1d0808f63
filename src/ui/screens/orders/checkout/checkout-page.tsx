import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { SavedAddress } from '#core/model/address.ts';
import type { Cart } from '#core/model/cart.ts';
import type { Order } from '#core/model/order.ts';
import { buyerOf } from '#core/rules/accounts/address-needs.ts';
import { calendarDay } from '#core/rules/basics/calendar.ts';
import { checkoutSteps, isEarlierStep, parseCheckoutStep } from '#core/rules/orders/checkout-steps.ts';
import { methodOf } from '#core/storefront/orders/chosen-payment.ts';
import { AddressLines } from '#ui/components/accounts/address-lines.tsx';
import { Icon } from '#ui/components/parts/icon.tsx';
import { Notice } from '#ui/components/parts/notice.tsx';
import { EmptyState } from '#ui/components/parts/page-parts.tsx';
import { VisuallyHidden } from '#ui/components/parts/visually-hidden.tsx';
import { useMethodText } from '#ui/components/payments/use-method-text.ts';
import { useLearner } from '#ui/hooks/use-session.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import layout from '#ui/styles/layout.module.css';
import { AddressStep } from './address-step.tsx';
import styles from './checkout-page.module.css';
import { CheckoutStep } from './checkout-step.tsx';
import { cartSummary, orderSummary } from './checkout-summary.ts';
import { OrderSummary } from './order-summary.tsx';
import { PaymentStep } from './payment-step.tsx';
import { ReviewStep } from './review-step.tsx';
import { type Checkout, useCheckout } from './use-checkout.ts';

interface CheckoutPageProps {
  readonly initialOrder: Order | null;
  /** The cart, if the server knows it. */
  readonly initialCart: Cart | null;
  readonly addresses: readonly SavedAddress[];
  /** Country of the learner's cart or address book; null if unknown. */
  readonly country: string | null;
  readonly completePath: (orderId: string) => string;
}

/** The checkout: three steps and the order summary. */
export function CheckoutPage({ initialOrder, initialCart, ...known }: CheckoutPageProps) {
  const { t } = useTranslation('checkout');
  const checkout = useCheckout(initialOrder, initialCart, known.completePath);
  const isLearner = useLearner() !== null;
  const { cart, isCartRead, order, step, isUnreachable } = checkout;
  const { facts } = useShop().initialState;
  // Until the form reports a country: its initial one.
  const [country, setCountry] = useState(known.country ?? facts?.delivery_countries[0] ?? null);
  const settle = useEffectEvent(checkout.settle);

  // Without a payment method the review step shows the payment step; the URL is updated.
  useEffect(() => {
    if (isUnreachable) settle();
  }, [isUnreachable]);

  if (cart?.products.length === 0 && order === null) return <EmptyCheckout />;

  const isOrderShown = order !== null && (step !== 'address' || cart === null);
  const summary = isOrderShown
    ? orderSummary(order)
    : cart && { ...cartSummary(cart, calendarDay(Date.now())), country };
  return (
    <div className={`${layout.wrap} ${styles.checkout}`}>
      <h1 className={styles.heading}>{t('title')}</h1>
      <OrderSummary
        summary={summary}
        isWhole={step === 'review'}
        isPriced={isOrderShown || isCartRead || isLearner}
        hasCart={cart !== null && cart.products.length > 0}
      />
      <div>
        <noscript>
          <Notice tone="warning" className={styles.notice}>
            {t('needs_script')}
          </Notice>
        </noscript>
        <Steps checkout={checkout} {...known} onCountry={setCountry} />
      </div>
    </div>
  );
}

interface StepsProps extends Omit<CheckoutPageProps, 'initialOrder' | 'initialCart'> {
  readonly checkout: Checkout;
  /** Called with the country of the address step; the summary shows its delivery time. */
  readonly onCountry: (country: string) => void;
}

function Steps({ checkout, completePath, ...known }: StepsProps) {
  const { t } = useTranslation('checkout');
  const methodText = useMethodText();
  const { order, payment, step } = checkout;
  const buyer = order && buyerOf(order);
  const method = methodOf(payment);
  return (
    <>
      <CheckoutStep
        name="address"
        current={step}
        title={t('address.title')}
        changeLabel={t('change_address')}
        onChange={() => checkout.goTo('address')}
        done={
          order !== null && buyer !== null && <AddressLines address={buyer} email={order.email} isShort />
        }
      >
        <AddressStep checkout={checkout} {...known} />
      </CheckoutStep>
      <CheckoutStep
        name="payment"
        current={step}
        title={t('payment.title')}
        changeLabel={t('change_payment')}
        onChange={() => checkout.goTo('payment')}
        done={<p>{method ? methodText(method) : t('payment.none')}</p>}
        isKept={checkout.needsCardFields}
      >
        {order !== null && <PaymentStep checkout={checkout} order={order} />}
      </CheckoutStep>
      <CheckoutStep name="review" current={step} title={t('review.title')}>
        {order !== null && <ReviewStep checkout={checkout} order={order} completePath={completePath} />}
      </CheckoutStep>
    </>
  );
}

function EmptyCheckout() {
  const { t } = useTranslation('checkout');
  return (
    <div className={`${layout.wrap} ${styles.alone}`}>
      <h1 className={styles.heading}>{t('title')}</h1>
      <EmptyState
        title={t('empty.title')}
        text={t('empty.text')}
        link={{ to: '/kurse', reloadDocument: true, label: t('empty.link') }}
      />
    </div>
  );
}

/** The steps of the checkout in the header; the current one is marked. */
export function CheckoutProgress() {
  const { t } = useTranslation('checkout');
  const [query] = useSearchParams();
  const current = parseCheckoutStep(query.get('dialog'));
  return (
    <ol className={styles.steps} aria-label={t('steps.label')}>
      {checkoutSteps.map((step, index) => {
        const isDone = isEarlierStep(step, current);
        return (
          <li
            key={step}
            className={styles.step}
            aria-current={step === current ? 'step' : undefined}
            data-done={isDone || undefined}
          >
            <i className={styles.mark}>{isDone ? <Icon name="check" /> : index + 1}</i>
            <span className={styles.name}>{t(`steps.${step}`)}</span>
            {isDone && <VisuallyHidden>{t('steps.done')}</VisuallyHidden>}
          </li>
        );
      })}
    </ol>
  );
}
