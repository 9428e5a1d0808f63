import type { Cookies } from '#ports/cookies.ts';

/** How long a guest's browser can prove to be an order's buyer, in seconds: 30 days. */
const orderTokenSeconds = 2_592_000;

function cookieName(order_id: string): string {
  return `order_${order_id}`;
}

/** The token with which a guest proves to be the buyer, or null (decisions §7, §9). */
export function readOrderToken(cookies: Cookies, order_id: string): string | null {
  return cookies.read(cookieName(order_id));
}

/** Keeps an order's token in a cookie of its own. */
export function keepOrderToken(cookies: Cookies, order_id: string, token: string): void {
  cookies.write(cookieName(order_id), token, orderTokenSeconds);
}
