import type { Cents } from '#core/model/primitives.ts';
import { cents, noCents } from './money.ts';

/** Cost of a parcel by country of the shipping address, in cents; every other country is free (specification §9). */
const shippingCosts: Readonly<Record<string, Cents>> = { AT: cents(499), CH: cents(899) };

/** Cost of a parcel to a country (ISO 3166-1 alpha-2), in cents. Whether the shop delivers there is `isDelivered`. */
export function shippingCost(country: string): Cents {
  return Object.hasOwn(shippingCosts, country) ? (shippingCosts[country] ?? noCents) : noCents;
}

/** Countries that goods are sent to unless the shop's settings say otherwise (decisions §3). */
export const defaultDeliveryCountries: readonly string[] = ['DE', 'AT', 'CH'];

/** Whether goods are sent to a country; an address elsewhere is refused for carts with goods (decisions §3). */
export function isDelivered(country: string, deliveryCountries: readonly string[]): boolean {
  return deliveryCountries.includes(country);
}
