import type { CartStore } from '#core/state/cart-store.ts';
import type { SessionStore } from '#core/state/session-store.ts';
import type { Navigation } from '#ports/navigation.ts';
import type { TabBroadcast } from '#ports/tab-broadcast.ts';
import type { EndSession } from './end-session.ts';
import type { FollowConsent } from './follow-consent.ts';
import type { LocalCart } from './keep-local-cart.ts';
import type { KeepLocaleCookie } from './keep-locale-cookie.ts';
import type { LoadProfile } from './load-profile.ts';
import type { CartActions } from './shop-actions.ts';
import type { TakeGuestCartOver } from './take-guest-cart-over.ts';

interface Dependencies {
  readonly session: SessionStore;
  readonly cart: CartStore;
  readonly local_cart: LocalCart;
  readonly tab_broadcast: TabBroadcast;
  readonly navigation: Navigation;
  readonly keepLocaleCookie: KeepLocaleCookie;
  readonly followConsent: FollowConsent;
  readonly loadProfile: LoadProfile;
  readonly takeGuestCartOver: TakeGuestCartOver;
  readonly loadCart: CartActions['loadCart'];
  readonly endSession: EndSession;
}

/**
 * What happens when the app is loaded in a browser (specification §4): the locale cookie follows the address, consent
 * is followed, the profile loaded and its language corrected, a guest's cart merged that could not be merged earlier,
 * the cart fetched. From then on this tab follows what other tabs do. Settles when the cart is known.
 */
export function createStartShop(dependencies: Dependencies) {
  const { session, cart, local_cart, tab_broadcast, navigation, endSession } = dependencies;
  const { keepLocaleCookie, followConsent, loadProfile, takeGuestCartOver, loadCart } = dependencies;

  async function arrive(): Promise<void> {
    await loadProfile();
    followConsent();
    await takeGuestCartOver();
    await loadCart();
  }

  function followOtherTabs(): void {
    local_cart.guestChanges$.subscribe((changed) => {
      if (session.snapshot.status === 'guest') cart.replace(changed);
    });
    tab_broadcast.messages$.subscribe((message) => {
      if (message === 'session_started') {
        void arrive();
      } else if (message === 'session_ended' && session.snapshot.status === 'logged_in') {
        endSession({ forgets_guest_cart: true });
        navigation.reload();
      }
    });
  }

  return async (): Promise<void> => {
    keepLocaleCookie();
    followOtherTabs();
    await arrive();
  };
}

export type StartShop = ReturnType<typeof createStartShop>;
