import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The token by which a guest proves to be an order's buyer (decisions §9). It is derived from the order's id, so that
 * two tabs that order one cart hold the same token and nothing has to be stored.
 */
export function orderToken(tokenSecret: string, orderId: string): string {
  return createHmac('sha256', tokenSecret).update(`order-token:${orderId}`).digest('base64url');
}

/** Whether a presented token belongs to the order; compared in constant time. */
export function isOrderToken(tokenSecret: string, orderId: string, presented: string): boolean {
  const expected = Buffer.from(orderToken(tokenSecret, orderId));
  const given = Buffer.from(presented);
  return expected.length === given.length && timingSafeEqual(expected, given);
}
