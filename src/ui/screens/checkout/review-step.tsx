import { useId, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { Order } from '#core/model/order.ts';
import { localePath } from '#core/rules/navigation.ts';
import { Button } from '#ui/components/button.tsx';
import { Checkbox } from '#ui/components/form-fields.tsx';
import { Price } from '#ui/components/price.tsx';
import { VisuallyHidden } from '#ui/components/visually-hidden.tsx';
import { useBusy } from '#ui/hooks/use-busy.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { AddressLines } from './address-lines.tsx';
import { CheckoutNotice } from './checkout-step.tsx';
import styles from './review-step.module.css';
import type { Checkout } from './use-checkout.ts';

interface ReviewStepProps {
  readonly checkout: Checkout;
  readonly order: Order;
  readonly completePath: (orderId: string) => string;
}

/** Step three: review, the consent that digital content needs, and the order button. */
export function ReviewStep({ checkout, order, completePath }: ReviewStepProps) {
  const { t } = useTranslation('checkout');
  const navigate = useNavigate();
  const { isBusy, run } = useBusy();
  const [isWaived, setWaived] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const waiverId = useId();
  const isShipped = order.products.some((line) => line.is_shipped);

  async function press(): Promise<void> {
    if (order.needs_waiver && !isWaived) {
      setMissing(true);
      document.getElementById(waiverId)?.focus();
      return;
    }
    const isPlaced = await checkout.place(isWaived);
    if (isPlaced) await navigate(completePath(order.id), { replace: true });
  }

  return (
    <div className={styles.step}>
      <CheckoutNotice message={checkout.message} />
      {checkout.payment?.billing && (
        <div className={styles.billing}>
          <h3>{t('address.bill_to')}</h3>
          <AddressLines address={checkout.payment.billing} isShort />
        </div>
      )}
      {order.needs_waiver && (
        <Checkbox
          id={waiverId}
          checked={isWaived}
          error={isMissing ? t('review.waiver_missing') : undefined}
          onChange={(event) => {
            setWaived(event.currentTarget.checked);
            setMissing(false);
          }}
        >
          {t('review.waiver')} {isShipped && t('review.waiver_goods')}
        </Checkbox>
      )}
      <p className={styles.total}>
        <span>{isShipped ? t('review.total_shipped') : t('review.total')}</span>
        <Price amount={order.amount_due} size="large" />
      </p>
      <Button size="large" isWide isLoading={isBusy} onClick={() => run(press)}>
        {t('review.order')}
      </Button>
      <VisuallyHidden>
        <span role="status">{isBusy ? t('review.ordering') : ''}</span>
      </VisuallyHidden>
      <LegalTerms />
    </div>
  );
}

/** The legal terms; their pages open in a new tab, so the checkout stays. */
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
