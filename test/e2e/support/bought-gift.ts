import type { APIRequestContext } from '@playwright/test';
import { orderAsGuest } from './order-as-guest.ts';
import { freshEmail } from './shopper.ts';

/** Buys a gift through the API as a guest; returns the gift code. */
export async function buyGiftCode(request: APIRequestContext, productId: string): Promise<string> {
  const order = await orderAsGuest(request, { email: freshEmail('schenkt'), products: { [productId]: 1 } });
  return order.products[0].code;
}
