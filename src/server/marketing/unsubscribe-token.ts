import { createHmac, timingSafeEqual } from 'node:crypto';
import type { HostSettings } from '#server/server-context.ts';

type Signing = Pick<HostSettings, 'tokenSecret'>;

/**
 * The token of an unsubscribe link (decisions §5): the subscription's id and the shop's signature under it. It needs no
 * login and never expires, because newsletters are read late.
 */
export function unsubscribeToken(settings: Signing, subscriptionId: string): string {
  const id = Buffer.from(subscriptionId.replaceAll('-', ''), 'hex');
  return `${id.toString('base64url')}.${signature(settings, subscriptionId).toString('base64url')}`;
}

/** The subscription that a token was made for; null for what this shop has not signed. */
export function readUnsubscribeToken(settings: Signing, token: string): string | null {
  const [head = '', tail = ''] = token.split('.');
  const hex = Buffer.from(head, 'base64url').toString('hex');
  const id = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join(
    '-',
  );
  const given = Buffer.from(tail, 'base64url');
  const own = signature(settings, id);
  return given.length === own.length && timingSafeEqual(given, own) ? id : null;
}

/** The purpose is part of what is signed, so that no other signature of the shop can stand in for it. */
function signature({ tokenSecret }: Signing, subscriptionId: string): Buffer {
  return createHmac('sha256', tokenSecret).update(`newsletter_unsubscribe:${subscriptionId}`).digest();
}
