import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ServerContext } from '#server/server-context.ts';

/**
 * A token that identifies a device after a login. It proves no identity: it only gives the device its own rate limits,
 * so that strangers who guess passwords cannot lock the owner out. Signed with the user's id and not stored.
 */
export function issueDeviceToken(
  { ids, settings }: Pick<ServerContext, 'ids' | 'settings'>,
  userId: string,
): string {
  const device = ids.token(16);
  return `${device}.${sign(settings.tokenSecret, userId, device)}`;
}

/** The device of a token of this user; null without one, or when the token was not made for this user. */
export function readDeviceToken(
  { settings }: Pick<ServerContext, 'settings'>,
  userId: string | undefined,
  token: string | undefined,
): string | null {
  if (userId === undefined || token === undefined) return null;
  const [device = '', signature = ''] = token.split('.');
  const given = Buffer.from(signature);
  const expected = Buffer.from(sign(settings.tokenSecret, userId, device));
  return given.length === expected.length && timingSafeEqual(given, expected) ? device : null;
}

function sign(secret: string, userId: string, device: string): string {
  return createHmac('sha256', secret).update(`known-device:${userId}:${device}`).digest('base64url');
}
