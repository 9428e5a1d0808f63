import { Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { CartItem } from '#core/model/cart.ts';
import { hasIncludedCourse } from '#core/rules/carts/apply-cart-action.ts';
import { itemsWithoutArrows } from '#core/rules/content/layout.ts';
import { CartBundleOffers } from '#ui/components/carts/bundle-offer.tsx';
import { CartCoupon } from '#ui/components/carts/cart-coupon.tsx';
import cartStyles from '#ui/components/carts/cart-lines.module.css';
import { CartLines } from '#ui/components/carts/cart-lines.tsx';
import { CompareMembership } from '#ui/components/carts/compare-membership.tsx';
import { cartTotals, TotalsList } from '#ui/components/carts/totals-list.tsx';
import { IconButton, Spinner } from '#ui/components/parts/button.tsx';
import { CheckoutLink, LinkButton } from '#ui/components/parts/links/links.tsx';
import { lazyPart } from '#ui/components/parts/load-part.ts';
import { ScrollBox, useScrollBox } from '#ui/components/parts/scroll-box.tsx';
import { useFocusFallback } from '#ui/hooks/overlays/use-focus-fallback.ts';
import { useMedia } from '#ui/hooks/use-media.ts';
import { useShop, useStore } from '#ui/hooks/use-shop.ts';
import styles from './mini-cart-panel.module.css';

const CartLinks = lazyPart(() => import('#ui/components/carts/cart-links.tsx'), 'CartLinks');

export interface MiniCartPanelProps {
  /** Whether it was opened by a press, which moves the focus into it. */
  readonly isPinned: boolean;
  readonly onClose: () => void;
}

/** Window height at which all totals fit below the lines; otherwise only the amount due is shown. */
const roomForTotals = '(min-height: 44rem)';

/**
 * The content of the cart overlay. The lines and their actions scroll; the amount due and the checkout link stay
 * visible.
 */
export function MiniCartPanel({ isPinned, onClose }: MiniCartPanelProps) {
  const { t } = useTranslation('component');
  const shop = useShop();
  const { status, cart } = useStore(shop.stores.cart, (state) => state);
  const root = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusFallback(root, heading);
  const scroll = useScrollBox();
  const hasRoom = useMedia(roomForTotals);
  const totals = cartTotals(cart);
  const isEmpty = cart.products.length === 0;
  const hasArrows = cart.products.length > itemsWithoutArrows;

  useEffect(() => {
    if (isPinned) heading.current?.focus();
  }, [isPinned]);

  return (
    <div ref={root} className={styles.whole}>
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
              aria-disabled={!scroll.hidden.above}
              onClick={() => scroll.step(-1)}
            />
            <IconButton
              icon="chevron_down"
              label={t('cart.down')}
              aria-disabled={!scroll.hidden.below}
              onClick={() => scroll.step(1)}
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
      {status !== 'loading' && (
        <ScrollBox state={scroll} label={t('cart.content')}>
          <div className={styles.lines}>
            <CartLines products={cart.products} heading={heading} asksFirst />
          </div>
          {isEmpty ? (
            <EmptyCart onClose={onClose} />
          ) : (
            <div className={styles.extras}>
              {hasIncludedCourse(cart.products) && (
                <p className={cartStyles.hint}>{t('cart.included_course')}</p>
              )}
              <CartCoupon />
              {!hasRoom && <TotalsList totals={totals} texts="component:cart.totals" part="rows" />}
              <CartBundleOffers />
              <CompareMembership />
            </div>
          )}
          <Keeping products={cart.products} />
        </ScrollBox>
      )}
      {!isEmpty && (
        <div className={styles.end}>
          <TotalsList totals={totals} texts="component:cart.totals" part={hasRoom ? 'all' : 'due'} />
          <CheckoutLink size="large" isWide>
            {t('cart.checkout')}
          </CheckoutLink>
        </div>
      )}
    </div>
  );
}

/** Links to the cart page and the wish list, and for guests with a cart to the login. */
function Keeping({ products }: { readonly products: readonly CartItem[] }) {
  return (
    <Suspense fallback={null}>
      <CartLinks products={products} />
    </Suspense>
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
