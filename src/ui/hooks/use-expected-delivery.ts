import type { CalendarDay } from '#core/model/values.ts';
import { type ExpectedDelivery, expectedDelivery } from '#core/rules/orders/parcel-tracking.ts';
import { useShop } from './use-shop.ts';

/** Returns when a parcel paid on `paidOn` should arrive in a country; null if unknown. */
export function useExpectedDelivery(country: string | null, paidOn: CalendarDay): ExpectedDelivery | null {
  const { facts } = useShop().initialState;
  return facts === null ? null : expectedDelivery(facts.delivery_days, country, paidOn);
}
