import { useTranslation } from 'react-i18next';
import { formatPrice } from '#core/rules/money.ts';
import { defaultDeliveryCountries, shippingCost } from '#core/rules/shipping.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { useShop } from '#ui/hooks/use-shop.ts';

/** What delivery costs in each country the shop delivers to, in one sentence. */
export function useDeliveryCosts(): string {
  const { t, i18n } = useTranslation('base');
  const locale = useLocale();
  const countries = useShop().initialState.facts?.delivery_countries ?? defaultDeliveryCountries;
  const costs = countries.map((country) => {
    const cost = shippingCost(country);
    const name = i18n.exists(`base:country.${country}`)
      ? i18n.t(`base:country.${country}` as never)
      : country;
    return `${name} ${cost === 0 ? t('delivery.free') : formatPrice(cost, locale)}`;
  });
  return t('delivery.costs', { costs: costs.join(', ') });
}
