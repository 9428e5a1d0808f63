import { accessCookie, authCookieSeconds, deviceCookie, refreshCookie } from '#core/rules/accounts/access.ts';
import type { LocalCartRepository } from '#core/storefront/carts/local-cart-repository.ts';
import type { SessionContext } from '#core/storefront/kernel/context.ts';
import { createPlacedOrders } from '#core/storefront/orders/placed-orders.ts';
import { createTypedContact } from '#core/storefront/orders/typed-contact.ts';
import type { Cookies } from '#ports/browser/cookies.ts';

/** Writes both auth cookies. */
export function writeSessionCookies(
  cookies: Cookies,
  session: { readonly access: string; readonly refresh: string; readonly device_token: string },
): void {
  cookies.write(accessCookie, session.access, authCookieSeconds);
  cookies.write(refreshCookie, session.refresh, authCookieSeconds);
  cookies.write(deviceCookie, session.device_token, authCookieSeconds);
}

export function removeSessionCookies(cookies: Cookies): void {
  cookies.remove(accessCookie);
  cookies.remove(refreshCookie);
}

export type EndSession = ReturnType<typeof createEndSession>;

/**
 * Creates a function that ends the session in this browser: it removes the auth cookies, the learner's cart
 * and the learner's id in analytics. Later responses of the ended session are ignored. A guest's cart that
 * could not be merged and the tokens of a guest's orders are kept, unless `isLogout` is true.
 */
export function createEndSession(
  { cookies, analytics, stores, localStorage, sessionStorage, offlinePages }: SessionContext,
  localCart: LocalCartRepository,
) {
  const placedOrders = createPlacedOrders(localStorage);
  const typedContact = createTypedContact(sessionStorage);
  return ({ isLogout }: { readonly isLogout: boolean }): void => {
    removeSessionCookies(cookies);
    stores.session.end();
    stores.redeem.markLoggedIn(false);
    if (isLogout) {
      placedOrders.forget(cookies);
      typedContact.forget();
    }
    const kept = isLogout ? null : localCart.readGuestCart();
    if (kept === null) {
      localCart.empty();
      stores.cart.clear();
    } else {
      stores.cart.replace(kept.cart);
    }
    analytics.identify(null);
    // The pages contain no personal data, but show which pages were visited.
    offlinePages.forget();
  };
}

export type LeaveEndedSession = ReturnType<typeof createLeaveEndedSession>;

/**
 * Creates a function for a page that still shows a learner whose session another page or the server has ended. It keeps
 * the data that all pages share, which may already belong to the next guest.
 */
export function createLeaveEndedSession(
  { sessionStorage, navigation }: SessionContext,
  endSession: EndSession,
) {
  const typedContact = createTypedContact(sessionStorage);
  return (): void => {
    typedContact.forget();
    endSession({ isLogout: false });
    navigation.reload();
  };
}
