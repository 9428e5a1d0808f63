import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProductCard } from '#core/rules/catalogue.ts';
import type { Campaign } from '#core/rules/marketing.ts';
import { Button } from '#ui/components/button/button.tsx';
import { CheckoutLink } from '#ui/components/checkout-link/checkout-link.tsx';
import { Notice } from '#ui/components/notice/notice.tsx';
import { useBusy } from '#ui/hooks/use-busy.ts';
import { useFailureText } from '#ui/hooks/use-failure-text.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import { useStore } from '#ui/hooks/use-store.ts';
import styles from './campaign.module.css';

interface TakeOfferProps {
  readonly products: readonly ProductCard[];
  readonly coupon: NonNullable<Campaign['coupon']>;
}

/** One button: what is offered goes into the cart, its coupon onto it, and then the same place leads to the checkout. */
export function TakeOffer({ products, coupon }: TakeOfferProps) {
  const { t } = useTranslation('base');
  const { actions, stores } = useShop();
  const failureText = useFailureText();
  const { isBusy, run } = useBusy();
  const place = useRef<HTMLDivElement>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const lines = useStore(stores.cart, ({ cart }) => cart.products);
  const isApplied = useStore(
    stores.cart,
    ({ cart }) => cart.code === coupon.code && cart.code_error === null,
  );
  const names = new Intl.ListFormat(useLocale()).format(
    products.map(({ title }) => t('campaign.name', { name: title })),
  );
  const missing = products.filter(({ id }) => lines.every((line) => line.product_id !== id));

  async function take(): Promise<void> {
    setRefusal(null);
    for (const product of missing) {
      const added = await actions.addToCart({ product, quantity: 1 });
      if (!added.ok) return;
    }
    const applied = await actions.applyCoupon(coupon.code, coupon.campaign ?? undefined);
    if (!applied.ok) return setRefusal(failureText(applied.error));
    // The button gives way to what follows, and whoever pressed it stays there.
    place.current?.focus();
  }

  if (products.some((product) => !product.is_available)) {
    return (
      <Button size="large" disabled>
        {t('buy.sold_out')}
      </Button>
    );
  }
  return (
    <div className={styles.action} ref={place} tabIndex={-1}>
      {missing.length === 0 && isApplied ? (
        <>
          <Notice tone="success" title={t('campaign.taken_title')} isLive>
            {t('campaign.taken', { code: coupon.code })}
          </Notice>
          <CheckoutLink size="large">{t('buy.to_checkout')}</CheckoutLink>
        </>
      ) : (
        <>
          <Button size="large" isLoading={isBusy} onClick={() => run(take)}>
            {t('campaign.take')}
          </Button>
          <p className={styles.note}>{t('campaign.into_cart', { names, code: coupon.code })}</p>
        </>
      )}
      {refusal !== null && <Notice tone="error">{refusal}</Notice>}
    </div>
  );
}
