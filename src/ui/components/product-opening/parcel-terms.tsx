import { useTranslation } from 'react-i18next';
import { useDeliveryCosts } from '#ui/components/add-to-cart/use-delivery-costs.ts';
import { useShop } from '#ui/hooks/use-shop.ts';

/** How long a parcel takes and what it costs to each country. */
export function ParcelTerms() {
  const { t } = useTranslation('base');
  const costs = useDeliveryCosts();
  const time = useShop().initialState.facts?.delivery_time ?? '';
  return (
    <p>
      {t('delivery.time', { time })} {costs}
    </p>
  );
}
