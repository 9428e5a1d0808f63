import type { APIRequestContext } from '@playwright/test';
import { orderAsGuest } from './order-as-guest.ts';
import { freshEmail } from './shopper.ts';

/** Buys two books as a guest; returns the order code. */
export async function buyBooks(request: APIRequestContext): Promise<string> {
  return (await orderBooks(request)).code;
}

/**
 * Orders two books for 56 euros and the shipping as a guest, paid by card or to be paid by bank transfer. `due` is in
 * cents.
 */
export async function orderBooks(
  request: APIRequestContext,
  options: { readonly isTransfer?: boolean; readonly language?: 'de' | 'en' } = {},
): Promise<{ readonly code: string; readonly email: string; readonly due: number }> {
  const email = freshEmail('buecher');
  const address = {
    ...{ salutation: 'mr', firstname: 'Karl', lastname: 'Lindner', company: null, phone: null },
    ...{ street: 'Torstraße', house_number: '7b', postal_code: '10119', city: 'Berlin', country: 'DE' },
  };
  const products = { 'book-das-buch-vom-messen': 2 };
  const { code, due } = await orderAsGuest(request, { email, products, address, ...options });
  return { code, email, due };
}
