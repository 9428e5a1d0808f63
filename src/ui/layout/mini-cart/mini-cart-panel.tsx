import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CartItem } from '#core/model/cart.ts';
import { calendarDay } from '#core/rules/calendar.ts';
import { hasIncludedCourse, highestOf, roomToSet } from '#core/rules/cart.ts';
import { limitReason } from '#core/rules/cart-limits.ts';
import { productPath } from '#core/rules/catalogue.ts';
import { lineDelivery } from '#core/rules/delivery.ts';
import { itemsWithoutArrows, layout } from '#core/rules/layout.ts';
import { CartBundleOffers } from '#ui/components/bundle-offer.tsx';
import { Button, IconButton, Spinner } from '#ui/components/button.tsx';
import { ConfirmDialog } from '#ui/components/dialog/dialog.tsx';
import { GiftDetails, toGiftLine } from '#ui/components/gift-details.tsx';
import { CheckoutLink, LinkButton, ShopLink } from '#ui/components/links.tsx';
import { List } from '#ui/components/page-parts.tsx';
import { CoverPicture } from '#ui/components/picture.tsx';
import { Price } from '#ui/components/price.tsx';
import { QuantityStepper } from '#ui/components/quantity-stepper.tsx';
import { cartTotals, TotalsList } from '#ui/components/totals-list.tsx';
import { useDateText } from '#ui/hooks/use-formats.ts';
import { useLearner } from '#ui/hooks/use-session.ts';
import { useShop, useStore } from '#ui/hooks/use-shop.ts';
import { CartCoupon } from './cart-coupon.tsx';
import { CompareMembership } from './compare-membership.tsx';
import styles from './mini-cart-panel.module.css';

const CartKeeping = lazy(async () => ({ default: (await import('./cart-keeping.tsx')).CartKeeping }));

export interface MiniCartPanelProps {
  /** Opened by a press, which moves focus into it. */
  readonly isPinned: boolean;
  readonly onClose: () => void;
}

/** The content of the cart overlay: list or empty state, coupon, totals, link to the checkout. */
export function MiniCartPanel({ isPinned, onClose }: MiniCartPanelProps) {
  const { t } = useTranslation('component');
  const shop = useShop();
  const { status, cart } = useStore(shop.stores.cart, (state) => state);
  const isGuest = useLearner() === null;
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
          <div className={styles.content}>
            <CartList list={list} products={cart.products} heading={heading} />
            <div className={styles.foot}>
              {hasIncludedCourse(cart.products) && <p className={styles.hint}>{t('cart.included_course')}</p>}
              <CompareMembership />
              <CartBundleOffers />
              <CartCoupon />
              <TotalsList totals={cartTotals(cart)} texts="component:cart.totals" />
            </div>
            <Keeping products={cart.products} />
          </div>
          <div className={styles.end}>
            <CheckoutLink size="large" isWide>
              {t('cart.checkout')}
            </CheckoutLink>
            {isGuest && (
              <p className={styles.login}>
                <ShopLink to="/auth/login?ref=cart" prefetch="never">
                  {t('cart.login')}
                </ShopLink>
              </p>
            )}
          </div>
        </>
      )}
      {status !== 'loading' && cart.products.length === 0 && <Keeping products={cart.products} />}
    </>
  );
}

function Keeping({ products }: { readonly products: readonly CartItem[] }) {
  return (
    <Suspense fallback={null}>
      <CartKeeping products={products} />
    </Suspense>
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
  const [removed, setRemoved] = useState<CartItem | null>(null);
  const [isConfirming, setConfirming] = useState(false);
  const pendingId = useStore(shop.stores.cart, (state) => state.pendingLineId);
  const isWholeCartChanging = useStore(
    shop.stores.cart,
    (state) => state.status === 'updating' && state.pendingLineId === null,
  );

  return (
    <>
      <List ref={list} className={styles.list} aria-label={t('cart.list')} tabIndex={0}>
        {products.map((item) => (
          <CartLine
            key={item.line_id}
            item={item}
            maximum={roomToSet(products, item)}
            isDisabled={isWholeCartChanging}
            isBusy={pendingId === item.line_id}
            onQuantity={(quantity) => shop.actions.setCartQuantity(item.product_id, quantity, item.line_id)}
            onSave={() => shop.actions.saveForLater(item.line_id)}
            onRemove={() => {
              setRemoved(item);
              setConfirming(true);
            }}
          />
        ))}
      </List>
      <ConfirmDialog
        isOpen={isConfirming}
        title={t('cart.removing.title')}
        description={t('cart.removing.text', { name: removed?.product_data.product_name ?? '' })}
        confirmLabel={t('cart.removing.confirm')}
        finalFocus={heading}
        onClose={() => setConfirming(false)}
        onConfirm={async () => {
          if (removed !== null) await shop.actions.removeFromCart(removed.product_id, removed.line_id);
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

export interface CartLineProps {
  readonly item: CartItem;
  /** Maximum quantity of this line, given the quantity in other lines of the product. */
  readonly maximum: number;
  /** While the cart is disabled, delete, plus and minus are hidden. */
  readonly isDisabled: boolean;
  readonly isBusy: boolean;
  readonly onQuantity: (quantity: number) => void;
  readonly onSave: () => void;
  readonly onRemove: () => void;
}

/** One line of the cart: cover, name, price, quantity, delete button. */
export function CartLine({ item, maximum, isDisabled, isBusy, onQuantity, onSave, onRemove }: CartLineProps) {
  const { t } = useTranslation('component');
  const { product_data: product } = item;
  const path = productPath(product);

  return (
    <li className={styles.line}>
      <CoverPicture name={product.cover} />
      <div className={styles.lineText}>
        <div className={styles.lineNames}>
          <h3>
            <ShopLink to={path} prefetch="never">
              {product.product_name}
            </ShopLink>
          </h3>
          <p>{useDescription(item)}</p>
          <GiftDetails line={toGiftLine(item)} isEditable={!isDisabled} />
        </div>
        <Price amount={item.price} />
        <div className={styles.lineFoot}>
          {Math.max(maximum, highestOf(product)) > 1 && (
            <QuantityStepper
              quantity={item.quantity}
              maximum={maximum}
              isDisabled={isDisabled}
              isBusy={isBusy}
              name={product.product_name}
              onChange={onQuantity}
            />
          )}
          {!isDisabled && (
            <Button
              kind="text"
              className={styles.save}
              aria-label={t('save_for_later_of', { name: product.product_name })}
              onClick={onSave}
            >
              {t('save_for_later')}
            </Button>
          )}
          {!isDisabled && (
            <IconButton
              className={styles.remove}
              icon="trash"
              label={t('cart.remove', { name: product.product_name })}
              onClick={onRemove}
            />
          )}
        </div>
        <LimitHint item={item} maximum={maximum} />
      </div>
    </li>
  );
}

/** Says why no more pieces can be added, once the highest quantity is reached. */
function LimitHint({ item, maximum }: Pick<CartLineProps, 'item' | 'maximum'>) {
  const { t } = useTranslation('component');
  const highest = highestOf(item.product_data);
  if (item.quantity < maximum || highest === 1) return null;
  return (
    <p className={styles.limit}>{t(`cart.limit.${limitReason(item.product_data)}`, { count: highest })}</p>
  );
}

function useDescription({ product_data: product, custom_properties }: CartItem): string {
  const { t } = useTranslation('component');
  const dayText = useDateText();
  const name = `${product.person.firstname} ${product.person.lastname}`.trim();
  const what =
    name === '' ? product.category.title : t('cart.with_master', { category: product.category.title, name });
  if (product.is_shipped) return `${what}, ${t('cart.shipped')}`;
  const { key, recipient, day } = lineDelivery(product.kind, custom_properties, calendarDay(Date.now()));
  if (key === 'at_once' || key === 'parcel') return what;
  return `${what}, ${t(`cart.gift.${key}`, { recipient, day: dayText(day ?? '') })}`;
}

/** Scrolls a list in steps of 100 px and tells whether there is more above or below. */
export function useScrollSteps(itemCount: number) {
  const list = useRef<HTMLUListElement>(null);
  const [ends, setEnds] = useState({ canGoUp: false, canGoDown: false });

  // biome-ignore lint/correctness/useExhaustiveDependencies: more or fewer items change what is below
  useEffect(() => {
    const element = list.current;
    if (element === null) return;
    function update(): void {
      const { scrollTop = 0, scrollHeight = 0, clientHeight = 0 } = list.current ?? {};
      setEnds({ canGoUp: scrollTop > 0, canGoDown: scrollTop + clientHeight < scrollHeight - 1 });
    }
    update();
    element.addEventListener('scroll', update, { passive: true });
    const observer = new ResizeObserver(update);
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', update);
      observer.disconnect();
    };
  }, [itemCount]);

  return {
    list,
    ...ends,
    step: (direction: 1 | -1) => list.current?.scrollBy({ top: direction * layout.cartScrollStep }),
  };
}
