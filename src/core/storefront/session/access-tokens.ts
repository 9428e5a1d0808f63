import {
  accessCookie,
  authCookieSeconds,
  isPayloadExpired,
  lifetimeOf,
  refreshCookie,
  refreshMarginSeconds,
} from '#core/rules/access.ts';
import type { CallFailure, Result } from '#core/rules/result.ts';

import { err, ok } from '#core/rules/result.ts';
import type { SessionContext } from '#core/storefront/context.ts';
import { notLoggedIn } from '#core/storefront/context.ts';
import type { AccessTokens } from '#ports/access-tokens.ts';

type Token = Result<string | null, CallFailure>;

/**
 * Keeps the access token fresh. The cookies are what all tabs share: whoever gets the lock reads them again, so that of
 * all callers in all tabs only the first one refreshes. A response that comes after the refresh cookie changed (logout,
 * another login) is dropped: it never revives an ended session. `endRefusedSession` ends the session in this browser.
 */
export function createAccessTokens(
  context: Pick<SessionContext, 'clock' | 'cookies' | 'sessionApi' | 'tabLock' | 'tokenReader'>,
  endRefusedSession: () => void,
): AccessTokens {
  const { clock, cookies, sessionApi, tabLock, tokenReader } = context;

  /**
   * The last token and until when it is good by this device's clock. Where that clock is wrong, the token's own times
   * would say that it has ended already, and every call would begin with a refresh.
   */
  let received: { readonly token: string; readonly until: number } | null = null;

  function receive(token: string): void {
    const lifetime = lifetimeOf(tokenReader.readPayload(token));
    const now = clock.now();
    received = lifetime === null ? null : { token, until: now + (lifetime - refreshMarginSeconds) * 1000 };
  }

  function isExpired(token: string): boolean {
    if (token === received?.token) return clock.now() > received.until;
    return isPayloadExpired(tokenReader.readPayload(token), clock.now());
  }

  /** The token in the cookie, as far as it can be used. `refused` is one that the server did not accept. */
  function usable(refused: string | null): string | null {
    const token = cookies.read(accessCookie);
    if (token === null || token === refused) return null;
    return isExpired(token) ? null : token;
  }

  async function refresh(refused: string | null): Promise<Token> {
    if (cookies.read(accessCookie) === null) return ok(null);
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
    if (response.error.status === 401) endRefusedSession();
    return response;
  }

  const running = new Map<string | null, Promise<Token>>();

  /** Callers of this tab share one refresh, also when it fails; those of other tabs wait for the lock. */
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
      if (cookies.read(accessCookie) === null) return ok(null);
      const token = usable(null);
      return token === null ? refreshOnce(null) : ok(token);
    },
    replace: refreshOnce,
  };
}
