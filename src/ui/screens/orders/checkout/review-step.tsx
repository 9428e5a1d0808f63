import { useEffect, useId, useRef, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { Order } from '#core/model/order.ts';
import type { Cents } from '#core/model/values.ts';
import { buyerOf } from '#core/rules/accounts/address-needs.ts';
import { shownEmail } from '#core/rules/accounts/shown-email.ts';
import { calendarDay } from '#core/rules/basics/calendar.ts';
import { formatPrice } from '#core/rules/basics/money.ts';
import { localePath } from '#core/rules/basics/site-paths.ts';
import { isVatCountry } from '#core/rules/basics/vat-rates.ts';
import { offersEarlyStart, waiverKeys } from '#core/rules/consumer-rights/consumer-rights.ts';
import { needsAccount } from '#core/rules/orders/checkout-steps.ts';
import { orderFacts } from '#core/rules/orders/order-facts.ts';
import { AddressLines } from '#ui/components/accounts/address-lines.tsx';
import { Button } from '#ui/components/parts/button.tsx';
import { Checkbox } from '#ui/components/parts/fields/choices.tsx';
import { Price } from '#ui/components/parts/price.tsx';
import { VisuallyHidden } from '#ui/components/parts/visually-hidden.tsx';
import { useBusy } from '#ui/hooks/use-busy.ts';
import { useDeliveryTime } from '#ui/hooks/use-delivery-time.ts';
import { useDurationText } from '#ui/hooks/use-duration-text.ts';
import { useExpectedDelivery } from '#ui/hooks/use-expected-delivery.ts';
import { useDateText } from '#ui/hooks/use-formats.ts';
import { useLangOf, useLocale } from '#ui/hooks/use-locale.ts';
import { CheckoutNotice } from './checkout-step.tsx';
import styles from './review-step.module.css';
import type { Checkout } from './use-checkout.ts';

interface ReviewStepProps {
  readonly checkout: Checkout;
  readonly order: Order;
  readonly completePath: (orderId: string) => string;
}

/** Step three: review, the consent required for digital content, and the order button. */
export function ReviewStep({ checkout, order, completePath }: ReviewStepProps) {
  const { t } = useTranslation('checkout');
  const navigate = useNavigate();
  const { isBusy, run } = useBusy();
  const [isWaived, setWaived] = useState(false);
  const [isEarlyStart, setEarlyStart] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const waiverId = useId();
  const isShipped = order.products.some((line) => line.is_shipped);
  const kinds = order.products.map((line) => line.kind);
  const notice = useRef<HTMLDivElement>(null);
  const { message } = checkout;

  // Scrolls to the message: on phones the order button is two screens below it.
  useEffect(() => {
    if (message !== null) notice.current?.scrollIntoView({ block: 'center' });
  }, [message]);

  async function press(): Promise<void> {
    if (order.needs_waiver && !isWaived) {
      setMissing(true);
      document.getElementById(waiverId)?.focus();
      return;
    }
    const isPlaced = await checkout.place({ isWaived, isEarlyStart });
    if (isPlaced) await navigate(completePath(order.id), { replace: true });
  }

  return (
    <div className={styles.step}>
      {message !== null && (
        <div ref={notice}>
          <CheckoutNotice message={message} />
        </div>
      )}
      {checkout.payment?.billing && (
        <div className={styles.billing}>
          <h3>{t('address.bill_to')}</h3>
          <AddressLines address={checkout.payment.billing} isShort />
        </div>
      )}
      {order.needs_waiver && (
        <Checkbox
          id={waiverId}
          className={styles.waiver}
          checked={isWaived}
          error={isMissing ? t('review.waiver_missing') : undefined}
          onChange={(event) => {
            setWaived(event.currentTarget.checked);
            setMissing(false);
          }}
        >
          {waiverKeys(kinds).map((key) => `${t(`review.waiver.${key}`)} `)}
          {isShipped && t('review.waiver_goods')}
        </Checkbox>
      )}
      {offersEarlyStart(kinds) && (
        <Checkbox checked={isEarlyStart} onChange={(event) => setEarlyStart(event.currentTarget.checked)}>
          {t('review.early_start')} <span className={styles.hint}>{t('review.early_start_hint')}</span>
        </Checkbox>
      )}
      <LineFacts order={order} isTransfer={checkout.payment?.nonce?.method.kind === 'bank_transfer'} />
      {!order.has_account && needsAccount(kinds) && (
        <p className={styles.terms}>{t('review.account', { email: shownEmail(order.email) })}</p>
      )}
      {!isVatCountry(buyerOf(order)?.country ?? null) && (
        <p className={styles.terms}>{t('review.outside_eu')}</p>
      )}
      <p className={styles.total}>
        <span>{t(`review.${totalKey(order, isShipped)}`)}</span>
        <Price amount={order.amount_due} size="large" />
      </p>
      <Button size="large" isWide isLoading={isBusy} onClick={() => run(press)}>
        {t('review.order')}
      </Button>
      <VisuallyHidden role="status">{isBusy ? t('review.ordering') : ''}</VisuallyHidden>
      <LegalTerms />
    </div>
  );
}

/** Returns the label of the total; it says "incl. VAT" only if there is VAT. */
function totalKey({ included_vat }: Order, isShipped: boolean) {
  if (included_vat === 0) return isShipped ? 'total_shipped_plain' : 'total_plain';
  return isShipped ? 'total_shipped' : 'total';
}

/** The facts about each line that the law requires directly above the order button; also in the confirmation mail. */
function LineFacts({ order, isTransfer }: { readonly order: Order; readonly isTransfer: boolean }) {
  const { t } = useTranslation('checkout');
  const locale = useLocale();
  const langOf = useLangOf();
  const day = useDateText();
  const length = useDurationText();
  const country = order.shipping_address?.country ?? null;
  const deliveryTime = useDeliveryTime(country);
  const today = calendarDay(Date.now());
  const expected = useExpectedDelivery(country, today);
  const context = {
    today,
    shipping: order.shipping_cost,
    deliveryTime,
    // The date of payment by transfer is unknown.
    expected: isTransfer ? null : expected,
    money: (amount: Cents) => formatPrice(amount, locale),
    day,
    length,
  };
  return (
    <section className={styles.facts} aria-label={t('review.facts')}>
      {order.products.map((line, index) => (
        // Lines of one product may only differ in their recipients. Their order never changes here.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <div key={index}>
          <h3 lang={langOf(order.language)}>
            {line.quantity === 1
              ? line.title
              : t('summary.quantity', { quantity: line.quantity, title: line.title })}
          </h3>
          {orderFacts(line, context).map(({ key, values }) => (
            <p key={key}>{t(`facts.${key}` as 'facts.book', values as { readonly subtitle: string })}</p>
          ))}
        </div>
      ))}
    </section>
  );
}

/** The legal terms; their pages open in a new tab, so that the checkout stays open. */
function LegalTerms() {
  const { t } = useTranslation('checkout');
  const locale = useLocale();
  const link = (slug: string) => (
    // biome-ignore lint/a11y/useAnchorContent: the words come with the translation
    <a href={localePath(locale, `/${slug}`)} target="_blank" rel="noopener" />
  );
  return (
    <p className={styles.terms}>
      <Trans
        t={t}
        i18nKey="review.terms"
        components={{
          terms: link('agbs'),
          withdrawal: link('widerrufsbelehrung'),
          privacy: link('datenschutz'),
        }}
      />
    </p>
  );
}
