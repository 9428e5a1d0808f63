import { accessCookie } from '#core/rules/accounts/access.ts';
import type { SessionContext } from '#core/storefront/kernel/context.ts';
import type { Profile } from './profile.ts';
import type { LeaveEndedSession } from './session-end.ts';

interface Reactions {
  readonly profile: Profile;
  readonly leaveEndedSession: LeaveEndedSession;
  /** Loads session, consent and cart. */
  loadState(): Promise<void>;
  readConsent(): void;
  loadCart(): Promise<unknown>;
  readWishList(): Promise<void>;
}

/**
 * Creates the functions that synchronise a page with the browser's other pages
 * (docs/behaviour/accounts.md#other-pages-of-the-browser).
 */
export function createTabSync(
  { cookies, tabBroadcast, navigation, stores: { session } }: SessionContext,
  { profile, leaveEndedSession, loadState, readConsent, loadCart, readWishList }: Reactions,
) {
  /** Reloads everything that other pages may have changed. */
  function readAnew(): void {
    readConsent();
    if (profile.showsOther()) navigation.reload();
    else void loadState().then(readWishList);
  }

  /**
   * Follows a logout. The page that logged out has already removed the shared data. A suspended page receives the
   * message late, when another user may already be logged in.
   */
  function followLogout(): void {
    if (cookies.read(accessCookie) === null) leaveEndedSession();
    else readAnew();
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
          followLogout();
        }
      });
    },
  };
}
