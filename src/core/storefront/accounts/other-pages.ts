import type { SessionContext } from '#core/storefront/kernel/context.ts';
import type { Profile } from './profile.ts';
import type { EndSession } from './session-end.ts';

interface Reactions {
  readonly profile: Profile;
  readonly endSession: EndSession;
  /** Reads session, consent and cart. */
  arrive(): Promise<void>;
  readConsent(): void;
  loadCart(): Promise<unknown>;
  readWishList(): Promise<void>;
}

/**
 * Creates the functions with which a page follows the other pages of the browser
 * (docs/behaviour/accounts.md#other-pages-of-the-browser).
 */
export function createOtherPages(
  { tabBroadcast, navigation, stores: { session } }: SessionContext,
  { profile, endSession, arrive, readConsent, loadCart, readWishList }: Reactions,
) {
  /** Shows what other pages have changed, whatever it was. */
  function readAnew(): void {
    readConsent();
    if (profile.showsOther()) navigation.reload();
    else void arrive().then(readWishList);
  }

  return {
    readAnew,
    followTabs(): void {
      tabBroadcast.messages$.subscribe((message) => {
        if (message === 'session_started') {
          readAnew();
        } else if (message === 'consent_changed') {
          readConsent();
        } else if (message === 'cart_changed') {
          if (session.snapshot.status === 'logged_in') void loadCart();
        } else if (message === 'session_ended' && session.snapshot.status === 'logged_in') {
          endSession({ isLogout: true });
          navigation.reload();
        }
      });
    },
  };
}
