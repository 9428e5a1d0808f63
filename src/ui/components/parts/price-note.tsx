import { useTranslation } from 'react-i18next';
import type { ProductCard } from '#core/model/product.ts';

/** Note beside a price: VAT is included and, for goods, shipping is added. */
export function PriceNote({ product }: { readonly product: Pick<ProductCard, 'is_shipped'> }) {
  const { t } = useTranslation('base');
  return t(product.is_shipped ? 'buy.note.goods' : 'buy.note.digital');
}
