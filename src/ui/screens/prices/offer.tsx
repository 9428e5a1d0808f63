import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProductPage } from '#core/rules/catalogue.ts';
import { formatPrice } from '#core/rules/money.ts';
import { AddToCart } from '#ui/components/add-to-cart/add-to-cart.tsx';
import { List } from '#ui/components/list/list.tsx';
import { useLocale } from '#ui/hooks/use-locale.ts';
import styles from './prices.module.css';

interface OfferProps {
  readonly title: string;
  readonly promises: readonly string[];
  /** What is sold here by one press; without it the offer leads elsewhere. */
  readonly product?: ProductPage | undefined;
  readonly price?: string | undefined;
  readonly note?: string | undefined;
  readonly children?: ReactNode;
}

/** One way to learn here: price, how it is billed, what it gives. */
export function Offer({ title, promises, product, price, note, children }: OfferProps) {
  const { t } = useTranslation('base');
  const locale = useLocale();
  const billed = product === undefined ? undefined : billing(product);

  function billing({ kind, price: yearly, monthly_price }: ProductPage) {
    const month = formatPrice(monthly_price ?? yearly, locale);
    return {
      price: t('prices.month', { price: month }),
      note:
        kind === 'membership'
          ? t('prices.yearly_note', { price: formatPrice(yearly, locale) })
          : t('prices.monthly_note'),
    };
  }

  return (
    <li className={styles.offer}>
      <h2 className={styles.name}>{title}</h2>
      <p className={styles.price}>{billed?.price ?? price}</p>
      <p className={styles.note}>{billed?.note ?? note}</p>
      <List className={styles.promises}>
        {promises.map((promise) => (
          <li key={promise}>{promise}</li>
        ))}
      </List>
      <div className={styles.action}>
        {children}
        {product !== undefined && (
          <AddToCart product={product} isWide kind={product.kind === 'membership' ? 'gold' : 'outline'} />
        )}
      </div>
    </li>
  );
}
