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
import type { AccessTokens } from '#ports/access-tokens.ts';
import type { Clock } from '#ports/clock.ts';
import type { Cookies } from '#ports/cookies.ts';
import type { Sessions } from '#ports/sessions.ts';
import type { TabLock } from '#ports/tab-lock.ts';
import type { TokenReader } from '#ports/token-reader.ts';

interface Dependencies {
  readonly cookies: Cookies;
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly token_reader: TokenReader;
  readonly tab_lock: TabLock;
  /** Ends the session here, without asking the host. */
  readonly endRefusedSession: () => void;
}

type Token = Result<string | null, CallFailure>;

const sessionOver: CallFailure = { code: 'UNAUTHENTICATED', status: 401, detail: '', fields: {} };

/**
 * Keeps the access token fresh (specification §5, §6). The cookies are what all tabs share: whoever gets the lock
 * looks at them again, so that of all callers in all tabs only the first one refreshes. An answer that comes after
 * the refresh cookie changed (logout, another login) is dropped: it never revives an ended session.
 */
export function createKeepAccessTokenFresh(dependencies: Dependencies): AccessTokens {
  const { cookies, sessions, clock, token_reader, tab_lock, endRefusedSession } = dependencies;

  /**
   * What came last, and until when it is good by this device's clock. Where that clock is wrong, the token's own times would
   * say that it has ended already, and every call would begin with a refresh.
   */
  let received: { readonly token: string; readonly until: number } | null = null;

  function receive(token: string): void {
    const lifetime = lifetimeOf(token_reader.readPayload(token));
    const now = clock.now();
    received = lifetime === null ? null : { token, until: now + (lifetime - refreshMarginSeconds) * 1000 };
  }

  function isExpired(token: string): boolean {
    if (token === received?.token) return clock.now() > received.until;
    return isPayloadExpired(token_reader.readPayload(token), clock.now());
  }

  /** The token in the cookie, as far as it can be used. `refused` is one that the host would not take. */
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
      return err(sessionOver);
    }
    const answer = await sessions.refresh(refreshToken);
    if (cookies.read(refreshCookie) !== refreshToken) return ok(usable(refused));
    if (answer.ok) {
      receive(answer.value);
      cookies.write(accessCookie, answer.value, authCookieSeconds);
      return answer;
    }
    if (answer.error.status === 401) endRefusedSession();
    return answer;
  }

  const running = new Map<string | null, Promise<Token>>();

  /** Callers of this tab share one attempt, also when it fails; those of other tabs wait for the lock. */
  function refreshOnce(refused: string | null): Promise<Token> {
    const already = running.get(refused);
    if (already !== undefined) return already;
    const attempt = tab_lock
      .runAlone('access_token', () => refresh(refused))
      .finally(() => running.delete(refused));
    running.set(refused, attempt);
    return attempt;
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
