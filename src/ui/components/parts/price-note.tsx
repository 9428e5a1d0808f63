import { useTranslation } from 'react-i18next';
import type { ProductCard } from '#core/model/product.ts';

/** What a price beside a cart button includes: VAT, and for goods that shipping is added. */
export function PriceNote({ product }: { readonly product: Pick<ProductCard, 'is_shipped'> }) {
  const { t } = useTranslation('base');
  return t(product.is_shipped ? 'buy.note.goods' : 'buy.note.digital');
}
