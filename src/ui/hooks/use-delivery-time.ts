import { deliveryTimeTo } from '#core/rules/orders/delivery.ts';
import { useShop } from './use-shop.ts';

/** Returns the delivery time of goods to a country (null: unknown). Empty if the shop's facts are missing. */
export function useDeliveryTime(country: string | null): string {
  const { facts } = useShop().initialState;
  return facts === null ? '' : deliveryTimeTo(facts, country);
}
