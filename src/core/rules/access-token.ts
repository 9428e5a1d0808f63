/** How long before its expiry an access token is renewed, in seconds (specification §5, §9). */
export const refreshMarginSeconds = 25;

/** Lifetime of both auth cookies in seconds: two years (specification §9). */
export const authCookieSeconds = 63_072_000;

/** Names of the auth cookies (specification §3). */
export const accessCookie = '_auth_access';
export const refreshCookie = '_auth_refresh';

/** What stands in a token, unverified: only the host can judge its signature. */
export type TokenPayload = Readonly<Record<string, unknown>>;

/** The payload of a signed token (JWT); null for anything that is none. Never throws. */
export function readTokenPayload(token: string | null): TokenPayload | null {
  const parts = token?.split('.') ?? [];
  if (parts.length !== 3 || parts[1] === undefined) return null;
  try {
    const base64 = parts[1].replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const payload: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return typeof payload === 'object' && payload !== null && !Array.isArray(payload)
      ? (payload as TokenPayload)
      : null;
  } catch {
    return null;
  }
}

/**
 * Whether a token with this payload has to be renewed before it is used: its `exp` (seconds since the epoch) is
 * less than the margin (seconds) after `now` (milliseconds since the epoch), or there is none (specification §5).
 */
export function isPayloadExpired(
  payload: TokenPayload | null,
  now: number,
  marginSeconds = refreshMarginSeconds,
): boolean {
  const exp = payload?.exp;
  return typeof exp !== 'number' || !Number.isFinite(exp) || exp * 1000 - now < marginSeconds * 1000;
}

/** The same for the token itself; a broken token is an expired one (specification §5). */
export function isTokenExpired(
  token: string | null,
  now: number,
  marginSeconds = refreshMarginSeconds,
): boolean {
  return isPayloadExpired(readTokenPayload(token), now, marginSeconds);
}
