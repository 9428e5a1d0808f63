import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatPrice } from '#core/rules/basics/money.ts';
import { settableQuantity } from '#core/rules/carts/apply-cart-action.ts';
import { highestQuantityOf } from '#core/rules/carts/cart-lines.ts';
import type { LineDelivery } from '#core/rules/orders/delivery.ts';
import { CartCoupon } from '#ui/components/carts/cart-coupon.tsx';
import { RemovableLines, useRemoval } from '#ui/components/carts/cart-lines.tsx';
import { GiftDetails } from '#ui/components/carts/gift-details.tsx';
import { QuantityStepper } from '#ui/components/carts/quantity-stepper.tsx';
import { TotalsList } from '#ui/components/carts/totals-list.tsx';
import { IconButton } from '#ui/components/parts/button.tsx';
import { Icon } from '#ui/components/parts/icon.tsx';
import { ShopLink } from '#ui/components/parts/links/links.tsx';
import { List } from '#ui/components/parts/page-parts.tsx';
import { Picture } from '#ui/components/parts/picture.tsx';
import { Price } from '#ui/components/parts/price.tsx';
import { ScrollBox, useScrollBox } from '#ui/components/parts/scroll-box.tsx';
import { Skeleton } from '#ui/components/parts/skeleton.tsx';
import { useBarHeight } from '#ui/hooks/use-bar-height.ts';
import { useBusy } from '#ui/hooks/use-busy.ts';
import { useDeliveryTime } from '#ui/hooks/use-delivery-time.ts';
import { useDateText } from '#ui/hooks/use-formats.ts';
import { useLangOf, useLocale } from '#ui/hooks/use-locale.ts';
import { useShop, useStore } from '#ui/hooks/use-shop.ts';
import type { Summary, SummaryLine } from './checkout-summary.ts';
import styles from './order-summary.module.css';

interface OrderSummaryProps {
  /** Null while the cart is unknown. */
  readonly summary: Summary | null;
  /** Whether to show all lines, on phones too, as the review requires; else a sticky line that expands. */
  readonly isWhole: boolean;
  /** Whether the amounts are known; those of a guest's cart are in the browser. */
  readonly isPriced: boolean;
  /** Whether there is a cart that a coupon can be applied to. */
  readonly hasCart: boolean;
}

/** The order summary: beside the steps; on phones one expandable line with the total. */
export function OrderSummary({ summary, isWhole, isPriced, hasCart }: OrderSummaryProps) {
  const { t } = useTranslation(['checkout', 'component']);
  const [isOpen, setOpen] = useState(false);
  const bar = useBarHeight<HTMLButtonElement>('--summary-bar');
  const box = useBarHeight<HTMLElement>('--summary-box');
  const scroll = useScrollBox();

  if (summary === null) {
    return (
      <aside
        className={styles.summary}
        data-short={!isWhole || undefined}
        aria-busy="true"
        aria-label={t('summary.title')}
      >
        <div className={styles.short}>
          <Skeleton shape="line" />
        </div>
        <div className={styles.whole}>
          <Skeleton shape="title" />
          <Skeleton shape="block" />
          <Skeleton shape="price" />
        </div>
      </aside>
    );
  }
  return (
    <aside
      ref={isWhole ? box : undefined}
      className={styles.summary}
      aria-labelledby="summary-title"
      data-short={!isWhole || undefined}
      data-open={isOpen || undefined}
    >
      {!isWhole && (
        <button
          ref={bar}
          type="button"
          className={styles.short}
          aria-expanded={isOpen}
          aria-controls="summary-whole"
          onClick={() => setOpen(!isOpen)}
        >
          <span>{t('summary.short', { count: summary.amount })}</span>
          {isPriced ? <Price amount={summary.due} className={styles.due} /> : <span />}
          <Icon name={isOpen ? 'chevron_up' : 'chevron_down'} />
        </button>
      )}
      <div className={styles.whole} id="summary-whole">
        <div className={styles.head}>
          <h2 className={styles.title}>
            <span id="summary-title">{t('summary.title')}</span>{' '}
            <span className={styles.amount}>{t('component:cart.items', { count: summary.amount })}</span>
          </h2>
          {hasCart && (
            <ShopLink to="/warenkorb" prefetch="never" reloadDocument className={styles.toCart}>
              {t('summary.to_cart')}
            </ShopLink>
          )}
        </div>
        {isWhole ? (
          <EditableLines lines={summary.lines} country={summary.country} />
        ) : (
          <ScrollBox state={scroll} label={t('summary.lines')}>
            <EditableLines lines={summary.lines} country={summary.country} />
          </ScrollBox>
        )}
        {!isWhole && hasCart && <CartCoupon />}
        {isPriced ? <SummaryTotals summary={summary} /> : <Skeleton shape="block" />}
      </div>
    </aside>
  );
}

interface SummaryLinesProps {
  readonly lines: readonly SummaryLine[];
  /** Country of the delivery address; null if unknown. */
  readonly country: string | null;
}

/** The ordered products with their delivery. */
export function SummaryLines({ lines, country }: SummaryLinesProps) {
  return (
    <List className={styles.lines}>
      {lines.map((line) => (
        <SummaryRow key={line.id} line={line} country={country} />
      ))}
    </List>
  );
}

/**
 * The ordered products while they can be changed: gift data, quantity and removal. The last removed line can be
 * restored. If the cart has only one line, it can be removed on the cart page. The controls are disabled while a
 * guest's cart is only known from the address.
 */
export function EditableLines({ lines, country }: SummaryLinesProps) {
  const { t } = useTranslation('component');
  const { actions, stores } = useShop();
  const { cart, pendingLineId } = useStore(stores.cart, (state) => state);
  const { removed, remove, putBack } = useRemoval();
  const { isBusy, run } = useBusy();
  const rows = lines.map((line) => {
    const item = cart.products.find(({ line_id }) => line_id === line.id);
    const highest = item === undefined ? line.highest : highestQuantityOf(item.product_data);
    return (
      <SummaryRow key={line.id} line={line} country={country} isEditable>
        {highest !== null && (
          <span className={styles.controls}>
            {highest > 1 && (
              <QuantityStepper
                quantity={line.quantity}
                maximum={item === undefined ? highest : settableQuantity(cart.products, item)}
                isBusy={item === undefined || pendingLineId === line.id}
                name={line.title}
                onChange={(quantity) => {
                  if (item !== undefined) actions.setCartQuantity(item.product_id, quantity, item.line_id);
                }}
              />
            )}
            {lines.length > 1 && (
              <IconButton
                icon="trash"
                label={t('cart.remove', { name: line.title })}
                aria-disabled={isBusy || item === undefined}
                onClick={() => item !== undefined && run(() => remove(item))}
              />
            )}
          </span>
        )}
      </SummaryRow>
    );
  });
  return (
    <RemovableLines className={styles.lines} lines={rows} removed={removed} onPutBack={putBack} takesFocus />
  );
}

interface SummaryRowProps extends Pick<SummaryLinesProps, 'country'> {
  readonly line: SummaryLine;
  /** Whether the gift data can still be changed. */
  readonly isEditable?: boolean;
  readonly children?: ReactNode;
}

function SummaryRow({ line, country, isEditable = false, children }: SummaryRowProps) {
  const { t } = useTranslation('checkout');
  const deliveryText = useDeliveryText(country);
  const langOf = useLangOf();
  const { title, language, quantity, picture, price, delivery, gift } = line;
  return (
    <li className={styles.line}>
      <span className={styles.linePicture}>
        <Picture name={picture} alt="" width={56} ratio="3/4" />
      </span>
      <span>
        <strong className={styles.lineTitle} lang={langOf(language)}>
          {quantity === 1 ? title : t('summary.quantity', { quantity, title })}
        </strong>
        <span className={styles.lineNote}>{deliveryText(delivery)}</span>
        <GiftDetails line={gift} isEditable={isEditable} />
        {children}
      </span>
      <Price amount={price} kind={gift.kind} />
    </li>
  );
}

/** Returns a function for how and when a line is delivered to `country` (null: unknown). */
export function useDeliveryText(country: string | null): (delivery: LineDelivery) => string {
  const { t } = useTranslation('checkout');
  const dayText = useDateText();
  const time = useDeliveryTime(country);
  return ({ key, recipient, day }) => t(`delivery.${key}`, { time, recipient, day: dayText(day ?? '') });
}

/** The totals and the included VAT. Rows that do not apply are omitted. */
export function SummaryTotals({ summary }: { readonly summary: Summary }) {
  const { t } = useTranslation('checkout');
  const locale = useLocale();
  const { vat } = summary;
  return (
    <div className={styles.totals}>
      <TotalsList totals={summary} texts="checkout:summary" />
      {vat > 0 && <p className={styles.vat}>{t('summary.vat', { amount: formatPrice(vat, locale) })}</p>}
    </div>
  );
}
