import type { Endpoint, EndpointResponse } from '#api/endpoint.ts';
import type { CustomProperties } from '#core/model/cart.ts';
import { berlin, products as sold } from '#test/integration/support/shoppers.ts';
import type { TestShop } from '#test/integration/support/test-shop.ts';

/** Calls an endpoint and throws if it is refused, because its columns would stay empty. */
export async function call<E extends Endpoint>(
  shop: TestShop,
  endpoint: E,
  options: Parameters<typeof shop.call<E>>[1],
): Promise<EndpointResponse<E>> {
  const { value, text } = await shop.call(endpoint, options);
  if (value === null) throw new Error(`${endpoint.name}: ${text}`);
  return value;
}

export const products = {
  ...sold,
  otherGift: 'gift-geschenk-ignaz-semmelweis',
  subscription: 'subscription-monatskarte',
} as const;

/** Part of every text that the learner types, and of nothing else in the database. */
export const stem = 'zq7x';

/** Part of every text that a guest without an account types. */
export const guestStem = 'zq7y';

export const email = `${stem}@xn--bcher-kva.example`;

/** The same address as the learner types it: in capitals, and with an umlaut in two characters. */
export const typed = `${stem.toUpperCase()}@Bu\u0308cher.Example`;

export const guestEmail = `${guestStem}@example.org`;

export const homeOf = (whose: string) => ({
  ...berlin,
  firstname: `${whose}-vorname`,
  lastname: `${whose}-name`,
  street: `${whose}-weg`,
});
export const home = homeOf(stem);
export const billedOf = (whose: string) => ({
  firstname: `${whose}-billed`,
  lastname: `${whose}-name`,
  country: 'DE' as const,
});
export const present: CustomProperties = {
  recipient_name: `${stem}-friend`,
  recipient_email: `${stem}-friend@example.org`,
  sender_name: `${stem}-sender`,
  greeting: `${stem} greets`,
  delivery: 'email',
  deliver_on: '2026-11-22',
};
