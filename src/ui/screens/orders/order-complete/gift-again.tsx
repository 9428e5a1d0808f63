import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Order, OrderLine } from '#core/model/order.ts';
import { canBeGiven } from '#core/rules/orders/order-states.ts';
import { addAsGift } from '#core/storefront/gifts/gift-again.ts';
import { Button } from '#ui/components/parts/button.tsx';
import { CheckoutLink } from '#ui/components/parts/links/links.tsx';
import { Notice, NoticeRegion } from '#ui/components/parts/notice.tsx';
import { List } from '#ui/components/parts/page-parts.tsx';
import { useApiCall } from '#ui/hooks/use-api-call.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import { notSold } from '#ui/routes/loaders.ts';
import styles from './order-complete.module.css';

/** Offers to buy the courses and codes of an order again as a gift. Renders nothing for orders without them. */
export function GiftAgain({ order }: { readonly order: Order }) {
  const { t } = useTranslation('checkout');
  const [inCart, setInCart] = useState<string | null>(null);
  const lines = new Map(order.products.filter(canBeGiven).map((line) => [line.slug, line]));
  if (lines.size === 0) return null;
  return (
    <section id="verschenken" className={styles.next} aria-labelledby="gift-again-title">
      <h2 id="gift-again-title">{t('complete.gift_again.title')}</h2>
      <p className={styles.accountText}>{t('complete.gift_again.text')}</p>
      <List className={styles.giftAgain}>
        {[...lines.values()].map((line) => (
          <li key={line.slug}>
            <AddAsGift line={line} onAdded={setInCart} />
          </li>
        ))}
      </List>
      <NoticeRegion>
        {inCart !== null && (
          <Notice tone="success" title={inCart}>
            <p className={styles.giftAdded}>{t('complete.gift_again.added')}</p>
            <CheckoutLink size="large">{t('complete.gift_again.to_checkout')}</CheckoutLink>
          </Notice>
        )}
      </NoticeRegion>
    </section>
  );
}

interface AddAsGiftProps {
  readonly line: OrderLine;
  readonly onAdded: (title: string) => void;
}

function AddAsGift({ line, onAdded }: AddAsGiftProps) {
  const { t } = useTranslation('checkout');
  const shop = useShop();
  const { isBusy, call, failure, error } = useApiCall();
  return (
    <>
      <Button
        kind="outline"
        isLoading={isBusy}
        onClick={() =>
          call(
            () => addAsGift(shop, line),
            (gift) => gift !== null && onAdded(gift.title),
          )
        }
      >
        {t(`complete.gift_again.${line.kind === 'course' ? 'add' : 'add_gift'}`, { title: line.title })}
      </Button>
      {failure !== null && (
        <Notice tone="error">
          {notSold.includes(failure.code) ? t('complete.gift_again.none', { title: line.title }) : error}
        </Notice>
      )}
    </>
  );
}
