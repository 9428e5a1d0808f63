import type { CalendarDay } from '#core/model/values.ts';
import { type ExpectedDelivery, expectedDelivery } from '#core/rules/orders/parcel-tracking.ts';
import { useShop } from './use-shop.ts';

/** When a parcel that is paid on a day is expected in a country; null where that is not known. */
export function useExpectedDelivery(country: string | null, paidOn: CalendarDay): ExpectedDelivery | null {
  const { facts } = useShop().initialState;
  return facts === null ? null : expectedDelivery(facts.delivery_days, country, paidOn);
}
