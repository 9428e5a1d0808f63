import { type ComponentProps, type ReactElement, type RefObject, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CartItem } from '#core/model/cart.ts';
import type { BundleOffer } from '#core/model/product.ts';
import { calendarDay } from '#core/rules/basics/calendar.ts';
import { settableQuantity } from '#core/rules/carts/apply-cart-action.ts';
import { highestQuantityOf, limitReason } from '#core/rules/carts/cart-lines.ts';
import { productPath } from '#core/rules/catalogue/product-path.ts';
import { lineDelivery } from '#core/rules/orders/delivery.ts';
import { GiftDetails, toGiftLine } from '#ui/components/carts/gift-details.tsx';
import { QuantityStepper } from '#ui/components/carts/quantity-stepper.tsx';
import { Button, IconButton } from '#ui/components/parts/button.tsx';
import { ConfirmDialog } from '#ui/components/parts/dialog/dialog.tsx';
import { Icon } from '#ui/components/parts/icon.tsx';
import { ShopLink } from '#ui/components/parts/links/links.tsx';
import { List } from '#ui/components/parts/page-parts.tsx';
import { CoverPicture } from '#ui/components/parts/picture.tsx';
import { Price } from '#ui/components/parts/price.tsx';
import { VisuallyHidden } from '#ui/components/parts/visually-hidden.tsx';
import { useBusy } from '#ui/hooks/use-busy.ts';
import { useDateText } from '#ui/hooks/use-formats.ts';
import { useShop, useStore } from '#ui/hooks/use-shop.ts';
import styles from './cart-lines.module.css';

/** A removed line and the data to restore it. */
interface Removed {
  readonly item: CartItem;
  readonly offers: readonly BundleOffer[];
  /** Index of the line in the cart. */
  readonly place: number;
}

/**
 * Removes lines from the cart. The last removed line can be restored until another is removed or the page is left
 * (docs/behaviour/carts.md#taking-a-line-out).
 */
export function useRemoval() {
  const { actions, stores } = useShop();
  const [removed, setRemoved] = useState<Removed | null>(null);
  const isBack = useStore(stores.cart, ({ cart }) =>
    cart.products.some((line) => line.line_id === removed?.item.line_id),
  );
  return {
    removed: isBack ? null : removed,
    async remove(item: CartItem): Promise<void> {
      const { products, bundle_offers } = stores.cart.snapshot.cart;
      const place = products.findIndex((line) => line.line_id === item.line_id);
      const response = await actions.removeFromCart(item.product_id, item.line_id);
      if (response.ok) setRemoved({ item, offers: bundle_offers, place });
    },
    async putBack(): Promise<void> {
      if (removed === null) return;
      const { item, offers } = removed;
      const ofProduct = offers.filter(({ product_ids }) => product_ids.includes(item.product_id));
      await actions.putBackIntoCart({ item, quantity: item.quantity, bundle_offers: ofProduct });
    },
  };
}

interface CartLinesProps {
  readonly products: readonly CartItem[];
  /** Gets the focus when the focused control is removed. */
  readonly heading: RefObject<HTMLHeadingElement | null>;
  /** Whether a confirmation dialog opens before a line is deleted, as in the mini cart. */
  readonly asksFirst?: boolean;
}

/** The editable lines of the cart; the last deleted line can be restored. */
export function CartLines({ products, heading, asksFirst = false }: CartLinesProps) {
  const { t } = useTranslation('component');
  const { actions, stores } = useShop();
  const { removed, remove, putBack } = useRemoval();
  const [asked, setAsked] = useState<{ readonly item: CartItem; readonly about: keyof typeof leave } | null>(
    null,
  );
  const [isConfirming, setConfirming] = useState(false);
  /** Focus target after the dialog; empty for the control that opened it. */
  const afterDialog = useRef<HTMLElement>(null);
  const pendingId = useStore(stores.cart, (state) => state.pendingLineId);
  const isWholeCartChanging = useStore(
    stores.cart,
    (state) => state.status === 'updating' && state.pendingLineId === null,
  );

  const leave = {
    removing: remove,
    moving: (item: CartItem) => actions.moveToWishList(item.product_id, item.line_id),
  };

  function confirm(about: keyof typeof leave, item: CartItem): void {
    afterDialog.current = null;
    setAsked({ item, about });
    setConfirming(true);
  }

  const lines = products.map((item) => (
    <CartLine
      key={item.line_id}
      item={item}
      maximum={settableQuantity(products, item)}
      isDisabled={isWholeCartChanging}
      isBusy={pendingId === item.line_id}
      onQuantity={(quantity) => actions.setCartQuantity(item.product_id, quantity, item.line_id)}
      onMove={() => {
        // Moving to the wish list loses the gift details, which are part of the line's id.
        if (item.line_id !== item.product_id) confirm('moving', item);
        else void leave.moving(item);
      }}
      onRemove={() => {
        if (asksFirst) confirm('removing', item);
        else void remove(item);
      }}
    />
  ));

  return (
    <>
      <RemovableLines
        className={styles.list}
        aria-label={t('cart.list')}
        lines={lines}
        removed={removed}
        onPutBack={putBack}
        takesFocus={!asksFirst}
      />
      <ConfirmDialog
        isOpen={isConfirming}
        title={t(`cart.${asked?.about ?? 'removing'}.title`)}
        description={t(`cart.${asked?.about ?? 'removing'}.text`, {
          name: asked?.item.product_data.product_name ?? '',
        })}
        confirmLabel={t(`cart.${asked?.about ?? 'removing'}.confirm`)}
        finalFocus={afterDialog}
        onClose={() => setConfirming(false)}
        onConfirm={async () => {
          if (asked === null) return;
          await leave[asked.about](asked.item);
          afterDialog.current = heading.current;
        }}
      />
    </>
  );
}

const focusWhenShown = (button: HTMLButtonElement | null) => button?.focus({ preventScroll: true });

interface RemovedLineProps {
  readonly removed: Pick<Removed, 'item' | 'place'>;
  readonly onPutBack: () => Promise<void>;
  /** Whether the undo button takes the focus, because the pressed button was removed with its line. */
  readonly takesFocus: boolean;
}

interface RemovableLinesProps
  extends Omit<RemovedLineProps, 'removed'>,
    Pick<ComponentProps<'ul'>, 'className' | 'aria-label'> {
  readonly lines: readonly ReactElement[];
  readonly removed: RemovedLineProps['removed'] | null;
}

/** A list of lines in which the last removed one can be restored. Announces the removal. */
export function RemovableLines({ lines, removed, onPutBack, takesFocus, ...list }: RemovableLinesProps) {
  const { t } = useTranslation('component');
  const items = [...lines];
  if (removed !== null) {
    const key = `removed ${removed.item.line_id}`;
    items.splice(
      removed.place,
      0,
      <RemovedLine key={key} removed={removed} onPutBack={onPutBack} takesFocus={takesFocus} />,
    );
  }
  return (
    <>
      <VisuallyHidden role="status">
        {removed === null ? '' : t('cart.removed', { name: removed.item.product_data.product_name })}
      </VisuallyHidden>
      {items.length > 0 && <List {...list}>{items}</List>}
    </>
  );
}

/** Shown in place of a removed line: its name, which the live region announces, and an undo button. */
function RemovedLine({ removed: { item }, onPutBack, takesFocus }: RemovedLineProps) {
  const { t } = useTranslation('component');
  const { isBusy, run } = useBusy();
  const name = item.product_data.product_name;
  return (
    <li className={styles.removed}>
      <span aria-hidden="true">{t('cart.removed', { name })}</span>
      <Button
        ref={takesFocus ? focusWhenShown : undefined}
        kind="text"
        aria-label={t('cart.put_back_of', { name })}
        isLoading={isBusy}
        onClick={() => run(onPutBack)}
      >
        {t('cart.put_back')}
      </Button>
    </li>
  );
}

export interface CartLineProps {
  readonly item: CartItem;
  /** Maximum quantity of this line; other lines of the same product count towards the limit. */
  readonly maximum: number;
  /** Hides the buttons for deletion and quantity. */
  readonly isDisabled: boolean;
  readonly isBusy: boolean;
  readonly onQuantity: (quantity: number) => void;
  readonly onMove: () => void;
  readonly onRemove: () => void;
}

/** One line of the cart: cover, name, kind, price, quantity, buttons to move it to the wish list and to delete it. */
export function CartLine({ item, maximum, isDisabled, isBusy, onQuantity, onMove, onRemove }: CartLineProps) {
  const { t } = useTranslation('component');
  const { product_data: product } = item;
  const delivery = useDeliveryText(item);

  return (
    <li className={styles.line}>
      <CoverPicture name={product.cover} />
      <div className={styles.names}>
        <h3>
          <ShopLink to={productPath(product)} prefetch="never">
            {product.product_name}
          </ShopLink>
        </h3>
        <p>{useKindText(item)}</p>
        {delivery !== null && <p>{delivery}</p>}
        <GiftDetails line={toGiftLine(item)} isEditable={!isDisabled} />
      </div>
      <Price amount={item.price} kind={product.kind} className={styles.price} />
      <div className={styles.foot}>
        {Math.max(maximum, highestQuantityOf(product)) > 1 && (
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
            className={styles.move}
            aria-label={t('wish_list.move_of', { name: product.product_name })}
            onClick={onMove}
          >
            <Icon name="heart" />
            {t('wish_list.move')}
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
    </li>
  );
}

/** Explains at the maximum quantity why no more pieces can be added. */
function LimitHint({ item, maximum }: Pick<CartLineProps, 'item' | 'maximum'>) {
  const { t } = useTranslation('component');
  const highest = highestQuantityOf(item.product_data);
  if (item.quantity < maximum || highest === 1) return null;
  return (
    <p className={styles.limit}>{t(`cart.limit.${limitReason(item.product_data)}`, { count: highest })}</p>
  );
}

/** Returns the description of a line: a course and its master, a book and its author, a membership. */
function useKindText({ product_data: { kind, person } }: CartItem): string {
  const { t } = useTranslation('component');
  const name = `${person.firstname} ${person.lastname}`.trim();
  return name === '' ? t(`cart.kind.${kind}`) : t(`cart.kind_of.${kind}`, { name });
}

/** Returns how a line is delivered; null if it is available in the account at once. */
function useDeliveryText({ product_data: { kind, is_shipped }, custom_properties }: CartItem): string | null {
  const { t } = useTranslation('component');
  const dayText = useDateText();
  if (is_shipped) return t('cart.shipped');
  const { key, recipient, day } = lineDelivery(kind, custom_properties, calendarDay(Date.now()));
  if (key === 'at_once' || key === 'parcel') return null;
  return t(`cart.gift.${key}`, { recipient, day: dayText(day ?? '') });
}
