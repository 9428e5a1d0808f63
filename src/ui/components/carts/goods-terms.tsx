import { useTranslation } from 'react-i18next';
import type { ProductCard } from '#core/model/product.ts';
import { nonBreaking } from '#core/rules/basics/non-breaking.ts';
import { useDeliveryTime } from '#ui/hooks/use-delivery-time.ts';
import { useDeliveryCosts } from './add-to-cart.tsx';

/**
 * Delivery time, shipping costs, manufacturer and warnings of goods, for cart buttons outside of the product's page
 * (docs/behaviour/consumer-rights.md#manufacturer-data). Renders nothing for other products.
 */
export function GoodsTerms({ product }: { readonly product: Pick<ProductCard, 'safety' | 'title'> }) {
  const { t } = useTranslation('base');
  if (product.safety === null) return null;
  const { manufacturer, warnings } = product.safety;
  return (
    <>
      <ShippingTerms />
      <p>
        {t('goods.manufacturer', {
          title: product.title,
          name: manufacturer.name,
          address: nonBreaking(manufacturer.address),
        })}{' '}
        <a href={`mailto:${manufacturer.email}`}>{manufacturer.email}</a>
      </p>
      {warnings.map((warning) => (
        <p key={warning}>{warning}</p>
      ))}
    </>
  );
}

/** Delivery time and shipping costs of a parcel. */
export function ShippingTerms() {
  const { t } = useTranslation('base');
  const costs = useDeliveryCosts();
  const time = useDeliveryTime(null);
  return (
    <p>
      {t('delivery.time', { time })} {costs}
    </p>
  );
}
