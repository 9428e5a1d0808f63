import type { CartStore } from '#core/state/cart-store.ts';
import type { SessionStore } from '#core/state/session-store.ts';
import type { Analytics } from '#ports/analytics.ts';
import type { Cookies } from '#ports/cookies.ts';
import type { LocalCart } from './keep-local-cart.ts';
import { clearSessionCookies } from './session-cookies.ts';

interface Dependencies {
  readonly cookies: Cookies;
  readonly session: SessionStore;
  readonly cart: CartStore;
  readonly local_cart: LocalCart;
  readonly analytics: Analytics;
}

/**
 * Ends the session in this browser: auth state, both auth cookies, the learner's cart and the identified profile
 * (specification §4 "Logout"). Answers still on their way change nothing afterwards. A guest's cart that could not be
 * merged stays, unless `forgets_guest_cart`.
 */
export function createEndSession(dependencies: Dependencies) {
  const { cookies, session, cart, local_cart, analytics } = dependencies;
  return ({ forgets_guest_cart }: { readonly forgets_guest_cart: boolean }): void => {
    clearSessionCookies(cookies);
    session.end();
    const kept = forgets_guest_cart ? null : local_cart.readGuestCart();
    if (kept === null) {
      local_cart.empty();
      cart.clear();
    } else {
      cart.replace(kept.cart);
    }
    analytics.identify(null);
  };
}

export type EndSession = ReturnType<typeof createEndSession>;
