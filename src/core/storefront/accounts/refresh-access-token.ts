import {
  accessCookie,
  authCookieSeconds,
  isPayloadExpired,
  lifetimeOf,
  refreshCookie,
  refreshMarginSeconds,
} from '#core/rules/accounts/access.ts';
import { type CallFailure, err, ok, type Result } from '#core/rules/basics/result.ts';
import { notLoggedIn, type SessionContext } from '#core/storefront/kernel/context.ts';
import type { AccessTokens } from '#ports/browser/access-tokens.ts';

type Token = Result<string | null, CallFailure>;

/**
 * Provides access tokens and refreshes them when they expire. All tabs share the cookies and a lock: the first caller
 * refreshes, the others find the new token in the cookie. A response that arrives after the refresh cookie has changed
 * (logout, another login) is discarded, so it never restarts an ended session. `endRefusedSession` ends the session in
 * this browser. `endLostSession` is called when the cookies are gone, because another tab or the server has ended the
 * session; it resets what this page still shows.
 */
export function createAccessTokens(
  context: Pick<SessionContext, 'clock' | 'cookies' | 'sessionApi' | 'tabLock' | 'tokenReader'>,
  endRefusedSession: () => void,
  endLostSession: () => void,
): AccessTokens {
  const { clock, cookies, sessionApi, tabLock, tokenReader } = context;

  /**
   * The last received token and the time of its expiry by this device's clock. With a wrong device clock, the times in
   * the token would make it look expired, and every call would refresh it.
   */
  let received: { readonly token: string; readonly until: number } | null = null;

  function receive(token: string): void {
    const lifetime = lifetimeOf(tokenReader.readPayload(token));
    const now = clock.now();
    received = lifetime === null ? null : { token, until: now + (lifetime - refreshMarginSeconds) * 1000 };
  }

  /** The last token of the cookie with its payload, as a cache: every call needs it. */
  let known: { readonly token: string; readonly payload: ReturnType<typeof tokenReader.readPayload> } | null =
    null;

  function isExpired(token: string): boolean {
    if (token === received?.token) return clock.now() > received.until;
    if (token !== known?.token) known = { token, payload: tokenReader.readPayload(token) };
    return isPayloadExpired(known.payload, clock.now());
  }

  /** Returns the token in the cookie; null if it has expired or is `refused`, the token that the server rejected. */
  function usable(refused: string | null): string | null {
    const token = cookies.read(accessCookie);
    if (token === null || token === refused) return null;
    return isExpired(token) ? null : token;
  }

  function withoutSession(): Token {
    endLostSession();
    return ok(null);
  }

  async function refresh(refused: string | null): Promise<Token> {
    if (cookies.read(accessCookie) === null) return withoutSession();
    const token = usable(refused);
    if (token !== null) return ok(token);
    const refreshToken = cookies.read(refreshCookie);
    if (refreshToken === null) {
      endRefusedSession();
      return err(notLoggedIn);
    }
    const response = await sessionApi.refreshSession({ body: { refresh: refreshToken } });
    if (cookies.read(refreshCookie) !== refreshToken) return ok(usable(refused));
    if (response.ok) {
      const { access } = response.value;
      receive(access);
      cookies.write(accessCookie, access, authCookieSeconds);
      return ok(access);
    }
    if (response.error.code === 'REFRESH_REFUSED') endRefusedSession();
    return response;
  }

  const running = new Map<string | null, Promise<Token>>();

  /** Refreshes the token. Callers in this tab share one refresh and its failure; other tabs wait for the lock. */
  function refreshOnce(refused: string | null): Promise<Token> {
    const already = running.get(refused);
    if (already !== undefined) return already;
    const refreshing = tabLock
      .runAlone('access_token', () => refresh(refused))
      .finally(() => running.delete(refused));
    running.set(refused, refreshing);
    return refreshing;
  }

  return {
    async current() {
      if (cookies.read(accessCookie) === null) return withoutSession();
      const token = usable(null);
      return token === null ? refreshOnce(null) : ok(token);
    },
    replace: refreshOnce,
  };
}
