import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Cart } from '#core/model/cart.ts';
import { hasIncludedCourse } from '#core/rules/carts/apply-cart-action.ts';
import { CartBundleOffers } from '#ui/components/carts/bundle-offer.tsx';
import { CartCoupon } from '#ui/components/carts/cart-coupon.tsx';
import cartStyles from '#ui/components/carts/cart-lines.module.css';
import { CartLines } from '#ui/components/carts/cart-lines.tsx';
import { CartLinks } from '#ui/components/carts/cart-links.tsx';
import { CompareMembership } from '#ui/components/carts/compare-membership.tsx';
import { cartTotals, TotalsList } from '#ui/components/carts/totals-list.tsx';
import { NeedsJavaScript } from '#ui/components/parts/fields/needs-javascript.tsx';
import { CheckoutLink } from '#ui/components/parts/links/links.tsx';
import { EmptyState } from '#ui/components/parts/page-parts.tsx';
import { Skeleton } from '#ui/components/parts/skeleton.tsx';
import { VisuallyHidden } from '#ui/components/parts/visually-hidden.tsx';
import { PageMeta } from '#ui/document/page-meta.tsx';
import { useFocusFallback } from '#ui/hooks/overlays/use-focus-fallback.ts';
import { useBarHeight } from '#ui/hooks/use-bar-height.ts';
import { useShop, useStore } from '#ui/hooks/use-shop.ts';
import layout from '#ui/styles/layout.module.css';
import styles from './cart.module.css';

interface CartPageProps {
  /** The cart from the server. Null for a guest, whose cart is in the browser, and if it could not be loaded. */
  readonly loaded: Cart | null;
}

/** The cart page (docs/behaviour/carts.md#cart-page). */
export function CartPage({ loaded }: CartPageProps) {
  const { t } = useTranslation(['cart', 'component']);
  const shown = useStore(useShop().stores.cart, (state) => state);
  const cart = shown.status === 'loading' ? loaded : shown.cart;
  const root = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusFallback(root, heading);

  return (
    <>
      <PageMeta title={t('page.title')} description={t('page.description')} robots="noindex" />
      <div ref={root} className={`${layout.wrap} ${styles.page}`}>
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {t('page.title')}
          {cart !== null && cart.amount > 0 && (
            <span className={styles.amount}>{t('component:cart.items', { count: cart.amount })}</span>
          )}
        </h1>
        <NeedsJavaScript />
        {cart === null ? (
          <div role="status" aria-label={t('component:cart.loading')}>
            <Skeleton shape="block" />
            <Skeleton shape="block" />
          </div>
        ) : (
          <CartContent cart={cart} heading={heading} />
        )}
      </div>
    </>
  );
}

interface CartContentProps {
  readonly cart: Cart;
  readonly heading: React.RefObject<HTMLHeadingElement | null>;
}

function CartContent({ cart, heading }: CartContentProps) {
  const { t } = useTranslation(['cart', 'component']);
  const isEmpty = cart.products.length === 0;
  return (
    <div className={isEmpty ? styles.empty : styles.columns}>
      <div>
        {!isEmpty && (
          <h2>
            <VisuallyHidden>{t('component:cart.list')}</VisuallyHidden>
          </h2>
        )}
        <CartLines products={cart.products} heading={heading} />
        {isEmpty ? (
          <EmptyState
            title={t('component:cart.empty.title')}
            text={t('component:cart.empty.text')}
            link={{ to: '/kurse', label: t('component:cart.empty.action') }}
          />
        ) : (
          <div className={styles.offers}>
            {hasIncludedCourse(cart.products) && (
              <p className={cartStyles.hint}>{t('component:cart.included_course')}</p>
            )}
            <CartBundleOffers />
            <CompareMembership />
          </div>
        )}
        <CartLinks products={cart.products} isOnPage />
      </div>
      {!isEmpty && <Sum cart={cart} />}
    </div>
  );
}

/** The totals beside the lines. On phones the rows are below the lines; amount due and button stay visible. */
function Sum({ cart }: { readonly cart: Cart }) {
  const { t } = useTranslation(['cart', 'component']);
  const totals = cartTotals(cart);
  const bar = useBarHeight<HTMLDivElement>('--buy-bar');
  return (
    <section className={styles.sum} aria-label={t('page.sum')}>
      <div className={styles.rows}>
        <CartCoupon />
        <TotalsList totals={totals} texts="component:cart.totals" part="rows" />
      </div>
      <div ref={bar} className={styles.bar}>
        <TotalsList totals={totals} texts="component:cart.totals" part="due" />
        <CheckoutLink size="large" isWide>
          {t('component:cart.checkout')}
        </CheckoutLink>
      </div>
    </section>
  );
}
