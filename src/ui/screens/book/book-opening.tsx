import { useTranslation } from 'react-i18next';
import type { ProductPage } from '#core/rules/catalogue.ts';
import { AddToCart } from '#ui/components/add-to-cart/add-to-cart.tsx';
import { useCartLine } from '#ui/components/add-to-cart/use-cart-line.ts';
import { useDeliveryCosts } from '#ui/components/add-to-cart/use-delivery-costs.ts';
import { Breadcrumbs } from '#ui/components/breadcrumbs/breadcrumbs.tsx';
import { List } from '#ui/components/list/list.tsx';
import { Picture } from '#ui/components/picture/picture.tsx';
import { Price } from '#ui/components/price/price.tsx';
import { usePosterOf } from '#ui/components/product-card/use-poster-transition.ts';
import { QuantityStepper } from '#ui/components/quantity-stepper/quantity-stepper.tsx';
import { useShop } from '#ui/hooks/use-shop.ts';
import layout from '#ui/styles/layout.module.css';
import styles from './book-opening.module.css';

export interface BookOpeningProps {
  readonly book: ProductPage;
  readonly lead: string;
  readonly quantity: number;
  readonly onQuantity: (quantity: number) => void;
}

/** Cover, title, price, quantity, and what delivery takes and costs. */
export function BookOpening({ book, lead, quantity, onQuantity }: BookOpeningProps) {
  const { t } = useTranslation('base');
  const poster = usePosterOf(book.slug);
  const deliveryCosts = useDeliveryCosts();
  const deliveryTime = useShop().initialState.facts?.delivery_time ?? '';
  const inCart = useCartLine(book.id);
  const left = book.max_quantity === null ? null : Math.max(1, book.max_quantity - inCart);
  return (
    <div className={styles.opening}>
      <div className={`${layout.wrap} ${styles.inside}`}>
        <div className={styles.crumbs}>
          <Breadcrumbs above={[{ title: t('books.title'), to: '/buecher' }]} here={book.title} />
        </div>
        <div className={styles.cover} ref={poster}>
          <Picture
            name={book.picture}
            alt={book.picture_alt}
            width={420}
            ratio="2/3"
            sizes="(max-width: 767px) 62vw, (max-width: 1023px) 34vw, 400px"
            priority
          />
        </div>
        <div>
          <p className={styles.by}>{book.subtitle}</p>
          <h1 className={styles.title}>{book.title}</h1>
          <p className={styles.lead}>{lead}</p>
          <div className={styles.buy}>
            <div className={styles.price}>
              <Price amount={book.price} size="large" />
              <p className={styles.note}>{t('book.price_note')}</p>
            </div>
            <div className={styles.controls}>
              {book.is_available && (
                <QuantityStepper quantity={quantity} maximum={left} name={book.title} onChange={onQuantity} />
              )}
              <AddToCart product={book} quantity={quantity} size="large" className={styles.button} />
            </div>
          </div>
          <List className={styles.terms}>
            <li>
              {t('delivery.time', { time: deliveryTime })} {deliveryCosts}
            </li>
            {book.is_price_bound && <li>{t('book.price_bound')}</li>}
            {inCart > 0 && <li>{t('book.in_cart', { count: inCart })}</li>}
          </List>
          <noscript>
            <p className={styles.note}>{t('buy.needs_script')}</p>
          </noscript>
        </div>
      </div>
    </div>
  );
}
