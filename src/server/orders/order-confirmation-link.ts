import { documentLinkLifetime, expiringToken, isExpiringToken } from '#server/platform/expiring-tokens.ts';

/**
 * Returns the URL of an order confirmation as PDF. It contains a token, because a browser cannot send the access token.
 */
export function orderConfirmationUrl(tokenSecret: string, orderId: string, now: number): string {
  const token = expiringToken(tokenSecret, `order-confirmation:${orderId}`, now + documentLinkLifetime);
  return `/api/order_confirmations/${orderId}?token=${token}`;
}

/** Whether this is a valid token of such a URL. */
export function isConfirmationToken(
  tokenSecret: string,
  orderId: string,
  token: string,
  now: number,
): boolean {
  return isExpiringToken(tokenSecret, `order-confirmation:${orderId}`, token, now);
}
