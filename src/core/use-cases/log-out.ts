import { refreshCookie } from '#core/rules/access.ts';
import type { RedeemStore } from '#core/state/redeem-store.ts';
import type { Cookies } from '#ports/cookies.ts';
import type { Navigation } from '#ports/navigation.ts';
import type { Sessions } from '#ports/sessions.ts';
import type { TabBroadcast } from '#ports/tab-broadcast.ts';
import type { EndSession } from './end-session.ts';
import type { AccountActions } from './shop-actions.ts';

interface Dependencies {
  readonly cookies: Cookies;
  readonly redeem: RedeemStore;
  readonly sessions: Sessions;
  readonly navigation: Navigation;
  readonly tab_broadcast: TabBroadcast;
  readonly endSession: EndSession;
}

/**
 * Logs out (specification §4): calls the host with the refresh token, clears auth state, cookies and cart, opts out of
 * tracking, loads the page anew. What is here goes first, so that a host that does not answer keeps nobody logged in.
 */
export function createLogOut(dependencies: Dependencies): AccountActions['logOut'] {
  const { cookies, redeem, sessions, navigation, tab_broadcast, endSession } = dependencies;
  return async () => {
    const refresh = cookies.read(refreshCookie);
    endSession({ forgets_guest_cart: true });
    redeem.markLoggedIn(false);
    tab_broadcast.send('session_ended');
    if (refresh !== null) await sessions.logOut(refresh);
    navigation.reload();
  };
}
