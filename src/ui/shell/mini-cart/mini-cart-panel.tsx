import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CartItem } from '#core/rules/cart.ts';
import { itemsWithoutArrows } from '#core/rules/timings.ts';
import { CheckoutLink } from '#ui/components/checkout-link/checkout-link.tsx';
import { ConfirmDialog } from '#ui/components/dialog/confirm-dialog.tsx';
import { IconButton } from '#ui/components/icon-button/icon-button.tsx';
import { LinkButton } from '#ui/components/link-button/link-button.tsx';
import { List } from '#ui/components/list/list.tsx';
import { Spinner } from '#ui/components/spinner/spinner.tsx';
import { useShop } from '#ui/hooks/use-shop.ts';
import { useStore } from '#ui/hooks/use-store.ts';
import { CartCoupon } from './cart-coupon.tsx';
import { CartLine } from './cart-line.tsx';
import { CartTotals } from './cart-totals.tsx';
import styles from './mini-cart-panel.module.css';
import { useScrollSteps } from './use-scroll-steps.ts';

export interface MiniCartPanelProps {
  /** Opened by a press: focus moves in. */
  readonly isPinned: boolean;
  readonly onClose: () => void;
}

/** What the cart overlay shows: the list, or an empty state; coupon, totals and the way to the checkout. */
export function MiniCartPanel({ isPinned, onClose }: MiniCartPanelProps) {
  const { t } = useTranslation('component');
  const shop = useShop();
  const { status, cart } = useStore(shop.stores.cart, (state) => state);
  const heading = useRef<HTMLHeadingElement>(null);
  const { list, canGoUp, canGoDown, step } = useScrollSteps(cart.products.length);
  const hasArrows = cart.products.length > itemsWithoutArrows;

  useEffect(() => {
    if (isPinned) heading.current?.focus();
  }, [isPinned]);

  return (
    <>
      <div className={styles.head}>
        <h2 ref={heading} tabIndex={-1}>
          {t('cart.title')}
          {cart.amount > 0 && (
            <span className={styles.amount}>{t('cart.items', { count: cart.amount })}</span>
          )}
        </h2>
        {hasArrows && (
          <>
            <IconButton
              icon="chevron_up"
              label={t('cart.up')}
              aria-disabled={!canGoUp}
              onClick={() => step(-1)}
            />
            <IconButton
              icon="chevron_down"
              label={t('cart.down')}
              aria-disabled={!canGoDown}
              onClick={() => step(1)}
            />
          </>
        )}
        <IconButton icon="close" label={t('cart.close')} onClick={onClose} />
      </div>
      {status === 'loading' && (
        <div className={styles.waiting} role="status" aria-label={t('cart.loading')}>
          <Spinner />
        </div>
      )}
      {status !== 'loading' && cart.products.length === 0 && <EmptyCart onClose={onClose} />}
      {cart.products.length > 0 && (
        <>
          <CartList list={list} products={cart.products} heading={heading} />
          <div className={styles.foot}>
            <CartCoupon />
            <CartTotals cart={cart} />
            <CheckoutLink size="large" isWide>
              {t('cart.checkout')}
            </CheckoutLink>
          </div>
        </>
      )}
    </>
  );
}

interface CartListProps {
  readonly list: React.RefObject<HTMLUListElement | null>;
  readonly products: readonly CartItem[];
  readonly heading: React.RefObject<HTMLHeadingElement | null>;
}

function CartList({ list, products, heading }: CartListProps) {
  const { t } = useTranslation('component');
  const shop = useShop();
  const [leaving, setLeaving] = useState<CartItem | null>(null);
  const [isAsking, setAsking] = useState(false);
  const pendingId = useStore(shop.stores.cart, (state) => state.pending_product_id);
  const isWholeCartChanging = useStore(
    shop.stores.cart,
    (state) => state.status === 'updating' && state.pending_product_id === null,
  );

  return (
    <>
      <List ref={list} className={styles.list} aria-label={t('cart.list')} tabIndex={0}>
        {products.map((item) => (
          <CartLine
            key={item.product_id}
            item={item}
            isDisabled={isWholeCartChanging}
            isBusy={pendingId === item.product_id}
            onQuantity={(quantity) => shop.actions.setCartQuantity(item.product_id, quantity)}
            onRemove={() => {
              setLeaving(item);
              setAsking(true);
            }}
          />
        ))}
      </List>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('cart.removing.title')}
        description={t('cart.removing.text', { name: leaving?.product_data.product_name ?? '' })}
        confirmLabel={t('cart.removing.confirm')}
        finalFocus={heading}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          if (leaving !== null) await shop.actions.removeFromCart(leaving.product_id);
        }}
      />
    </>
  );
}

function EmptyCart({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('component');
  return (
    <div className={styles.empty}>
      <p className={styles.emptyTitle}>{t('cart.empty.title')}</p>
      <p className={styles.emptyText}>{t('cart.empty.text')}</p>
      <LinkButton to="/kurse" kind="outline" onClick={onClose}>
        {t('cart.empty.action')}
      </LinkButton>
    </div>
  );
}
