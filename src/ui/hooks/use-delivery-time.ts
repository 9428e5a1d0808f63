import { deliveryTimeTo } from '#core/rules/orders/delivery.ts';
import { useShop } from './use-shop.ts';

/** The delivery time of goods to a country, null while it is not known; empty if the shop's facts are missing. */
export function useDeliveryTime(country: string | null): string {
  const { facts } = useShop().initialState;
  return facts === null ? '' : deliveryTimeTo(facts, country);
}
