import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ServerContext } from '#server/platform/server-context.ts';

type Settings = Pick<ServerContext, 'settings'>;

/**
 * Signs a nonce for a payment without card data (by transfer or on a provider's page) together with the order's id, so
 * that nobody can open payment attempts with invented nonces.
 */
export function signNonce({ settings }: Settings, orderId: string, nonce: string): string {
  return `${nonce}.${sign(settings.tokenSecret, orderId, nonce)}`;
}

/** Whether the server has issued this nonce for this order; compared in constant time. */
export function isIssuedFor({ settings }: Settings, orderId: string, presented: string): boolean {
  const end = presented.lastIndexOf('.');
  const expected = Buffer.from(sign(settings.tokenSecret, orderId, presented.slice(0, Math.max(end, 0))));
  const given = Buffer.from(presented.slice(end + 1));
  return expected.length === given.length && timingSafeEqual(expected, given);
}

function sign(tokenSecret: string, orderId: string, nonce: string): string {
  return createHmac('sha256', tokenSecret).update(`transfer-nonce:${orderId}:${nonce}`).digest('base64url');
}
