import { useTranslation } from 'react-i18next';
import type { BundleDiscount, Cart } from '#core/model/cart.ts';
import type { Cents } from '#core/model/values.ts';
import { cents, formatPrice } from '#core/rules/basics/money.ts';
import { classNames } from '#ui/components/parts/class-names.ts';
import { FactList } from '#ui/components/parts/fact-list.tsx';
import { Price } from '#ui/components/parts/price.tsx';
import { useLocale } from '#ui/hooks/use-locale.ts';
import styles from './totals-list.module.css';

/** The totals of a cart or an order, in cents. */
export interface Totals {
  readonly subtotal: Cents;
  readonly discount: Cents;
  /** Discounts of the bundle offers. */
  readonly bundles: readonly BundleDiscount[];
  /** Coupon code behind the rest of the discount; null without one. */
  readonly code: string | null;
  readonly is_shipped: boolean;
  /** Null until the country is known. */
  readonly shipping: Cents | null;
  readonly total: Cents;
  readonly credit: Cents;
  /** Part of `credit` that comes from promotions and was not paid for. */
  readonly promotional: Cents;
  readonly due: Cents;
  /** VAT included in the total. */
  readonly vat: Cents;
}

/** Returns the totals of a cart; ignores a coupon that cannot be applied. */
export function cartTotals(cart: Cart): Totals {
  return {
    subtotal: cart.subtotal,
    discount: cart.discounts.total,
    bundles: cart.discounts.bundles,
    code: cart.code_error === null ? cart.code : null,
    is_shipped: cart.products.some((line) => line.product_data.is_shipped),
    shipping: cart.shipping_cost,
    total: cart.total,
    credit: cart.credit,
    promotional: cart.promotional_credit,
    due: cart.amount_due,
    vat: cart.included_vat,
  };
}

interface TotalsListProps {
  readonly totals: Totals;
  /** Prefix of the translation keys. */
  readonly texts: 'checkout:summary' | 'component:cart.totals';
  /** Which rows to show: all, only the amount due, or all but the amount due. */
  readonly part?: 'all' | 'due' | 'rows' | undefined;
}

/**
 * The rows of the totals; rows that do not apply are omitted. Promotional credit is shown as a discount, paid credit as
 * a payment. The last row is the amount due. In the cart, its label says whether VAT is included, and a subtotal equal
 * to the total is omitted.
 */
export function TotalsList({ totals, texts, part = 'all' }: TotalsListProps) {
  const { t } = useTranslation(['checkout', 'component']);
  const { subtotal, discount, bundles, code, is_shipped, shipping, total, credit, promotional, due, vat } =
    totals;
  const isCart = texts === 'component:cart.totals';
  const isPlain = isCart && vat === 0;
  const totalText = t(isPlain ? 'component:cart.totals.total_plain' : `${texts}.total`);
  const dueText = t(isPlain ? 'component:cart.totals.due_plain' : `${texts}.due`);
  const paidCredit = cents(credit - promotional);
  const rest = bundles.reduce((left, { amount }) => cents(left - amount), discount);
  const hasRows = discount > 0 || is_shipped || credit > 0;
  const rows = [
    (hasRows || !isCart) && { label: t(`${texts}.subtotal`), value: <Price amount={subtotal} /> },
    ...bundles.map(({ title, amount }) => ({
      label: t(`${texts}.bundle`, { title }),
      value: <Deduction amount={amount} />,
    })),
    rest > 0 && {
      label: code === null ? t(`${texts}.discount`) : t(`${texts}.discount_code`, { code }),
      value: <Deduction amount={rest} />,
    },
    is_shipped && { label: t(`${texts}.shipping`), value: <Shipping cost={shipping} texts={texts} /> },
    promotional > 0 && {
      label: t(`${texts}.promotional_credit`),
      value: <Deduction amount={promotional} />,
    },
    paidCredit > 0 && { label: totalText, value: <Price amount={cents(total - promotional)} /> },
    paidCredit > 0 && { label: t(`${texts}.credit`), value: <Deduction amount={paidCredit} /> },
  ];
  const last = { label: paidCredit > 0 ? dueText : totalText, value: <Price amount={due} /> };
  if (part === 'rows' && !rows.some(Boolean)) return null;
  return (
    <FactList
      className={classNames(styles.totals, part !== 'rows' && styles.withDue)}
      isLive
      facts={part === 'due' ? [last] : part === 'rows' ? rows : [...rows, last]}
    />
  );
}

function Deduction({ amount }: { readonly amount: Cents }) {
  const locale = useLocale();
  return <span className={styles.deduction}>−{formatPrice(amount, locale)}</span>;
}

function Shipping({ cost, texts }: Pick<TotalsListProps, 'texts'> & { readonly cost: Cents | null }) {
  const { t } = useTranslation(['checkout', 'component']);
  if (cost === null) return <span className={styles.unknown}>{t(`${texts}.shipping_open`)}</span>;
  return cost === 0 ? <span>{t(`${texts}.shipping_free`)}</span> : <Price amount={cost} />;
}
