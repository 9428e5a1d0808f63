import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Cart } from '#core/model/cart.ts';
import { formatPrice } from '#core/rules/money.ts';
import { Price } from '#ui/components/price.tsx';
import { useLocale } from '#ui/hooks/use-locale.ts';
import styles from './cart-totals.module.css';

/** The totals of the cart; the total includes VAT. Rows without meaning are left out. */
export function CartTotals({ cart }: { readonly cart: Cart }) {
  const { t } = useTranslation('component');
  const isShipped = cart.products.some((item) => item.product_data.is_shipped);
  const hasCredit = cart.credit > 0;
  const hasRows = cart.discounts.total > 0 || isShipped || hasCredit;

  return (
    <dl className={styles.sum} aria-live="polite">
      {hasRows && (
        <Row name={t('cart.totals.subtotal')}>
          <Price amount={cart.subtotal} />
        </Row>
      )}
      {cart.discounts.total > 0 && (
        <Row
          name={
            cart.code === null
              ? t('cart.totals.discount')
              : t('cart.totals.discount_with', { code: cart.code })
          }
        >
          <Deduction amount={cart.discounts.total} />
        </Row>
      )}
      {isShipped && (
        <Row name={t('cart.totals.shipping')}>
          <Shipping cost={cart.shipping_cost} />
        </Row>
      )}
      <div className={hasCredit ? styles.row : styles.total}>
        <dt>{t(cart.included_vat > 0 ? 'cart.totals.total' : 'cart.totals.total_plain')}</dt>
        <dd>
          <Price amount={cart.total} />
        </dd>
      </div>
      {hasCredit && (
        <>
          <Row name={t('cart.totals.credit')}>
            <Deduction amount={cart.credit} />
          </Row>
          <div className={styles.total}>
            <dt>{t(cart.included_vat > 0 ? 'cart.totals.amount_due' : 'cart.totals.amount_due_plain')}</dt>
            <dd>
              <Price amount={cart.amount_due} />
            </dd>
          </div>
        </>
      )}
    </dl>
  );
}

function Row({ name, children }: { readonly name: ReactNode; readonly children: ReactNode }) {
  return (
    <div className={styles.row}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Deduction({ amount }: { readonly amount: Cart['credit'] }) {
  const locale = useLocale();
  return <span className={styles.less}>−{formatPrice(amount, locale)}</span>;
}

function Shipping({ cost }: { readonly cost: Cart['shipping_cost'] }) {
  const { t } = useTranslation('component');
  if (cost === null) return <span className={styles.open}>{t('cart.totals.shipping_open')}</span>;
  return cost === 0 ? <span>{t('cart.totals.shipping_free')}</span> : <Price amount={cost} />;
}
