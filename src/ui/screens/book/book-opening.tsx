import { useTranslation } from 'react-i18next';
import type { ProductPage } from '#core/rules/catalogue.ts';
import { AddToCart } from '#ui/components/add-to-cart/add-to-cart.tsx';
import { useCartLine } from '#ui/components/add-to-cart/use-cart-line.ts';
import { NeedsScript } from '#ui/components/needs-script/needs-script.tsx';
import { ParcelTerms } from '#ui/components/product-opening/parcel-terms.tsx';
import { ProductOpening, Purchase, PurchaseTerms } from '#ui/components/product-opening/product-opening.tsx';
import { QuantityStepper } from '#ui/components/quantity-stepper/quantity-stepper.tsx';

export interface BookOpeningProps {
  readonly book: ProductPage;
  readonly quantity: number;
  readonly onQuantity: (quantity: number) => void;
}

/** Cover, title, price, quantity, and what delivery takes and costs. */
export function BookOpening({ book, quantity, onQuantity }: BookOpeningProps) {
  const { t } = useTranslation('base');
  const inCart = useCartLine(book.id);
  const left = book.max_quantity === null ? null : Math.max(1, book.max_quantity - inCart);
  return (
    <ProductOpening product={book} above={[{ title: t('books.title'), to: '/buecher' }]} ratio="2/3">
      <Purchase amount={book.price} note={t('book.price_note')}>
        {book.is_available && (
          <QuantityStepper quantity={quantity} maximum={left} name={book.title} onChange={onQuantity} />
        )}
        <AddToCart product={book} quantity={quantity} size="large" />
      </Purchase>
      <PurchaseTerms>
        <ParcelTerms />
        {book.is_price_bound && <p>{t('book.price_bound')}</p>}
        {inCart > 0 && <p>{t('buy.in_cart', { count: inCart })}</p>}
        <NeedsScript />
      </PurchaseTerms>
    </ProductOpening>
  );
}
