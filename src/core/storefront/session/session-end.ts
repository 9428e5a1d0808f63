import { accessCookie, authCookieSeconds, deviceCookie, refreshCookie } from '#core/rules/access.ts';
import type { LocalCartRepository } from '#core/storefront/cart/local-cart-repository.ts';
import type { SessionContext } from '#core/storefront/context.ts';
import type { Cookies } from '#ports/cookies.ts';

/** Writes both auth cookies. */
export function writeSessionCookies(
  cookies: Cookies,
  session: { readonly access: string; readonly refresh: string; readonly device_token: string },
): void {
  cookies.write(accessCookie, session.access, authCookieSeconds);
  cookies.write(refreshCookie, session.refresh, authCookieSeconds);
  cookies.write(deviceCookie, session.device_token, authCookieSeconds);
}

export type EndSession = ReturnType<typeof createEndSession>;

/**
 * Creates a function that ends the session in this browser: it removes the auth cookies, the learner's cart
 * and the learner's id in analytics. Later responses of the ended session are ignored. A guest's cart that
 * could not be merged is kept, unless `forgetsGuestCart` is true.
 */
export function createEndSession(
  { cookies, analytics, stores }: Pick<SessionContext, 'analytics' | 'cookies' | 'stores'>,
  localCart: LocalCartRepository,
) {
  return ({ forgetsGuestCart }: { readonly forgetsGuestCart: boolean }): void => {
    cookies.remove(accessCookie);
    cookies.remove(refreshCookie);
    stores.session.end();
    const kept = forgetsGuestCart ? null : localCart.readGuestCart();
    if (kept === null) {
      localCart.empty();
      stores.cart.clear();
    } else {
      stores.cart.replace(kept.cart);
    }
    analytics.identify(null);
  };
}
