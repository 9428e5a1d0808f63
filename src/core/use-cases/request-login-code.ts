import type { LocaleStore } from '#core/state/locale-store.ts';
import type { Sessions } from '#ports/sessions.ts';
import type { NameCart } from './name-cart.ts';
import type { AccountActions } from './shop-actions.ts';

interface Dependencies {
  readonly sessions: Sessions;
  readonly locale: LocaleStore;
  readonly nameCart: NameCart;
}

/** Has six digits mailed to somebody who checks out as a guest although the address has an account (decisions §4). */
export function createRequestLoginCode(dependencies: Dependencies): AccountActions['requestLoginCode'] {
  const { sessions, locale, nameCart } = dependencies;
  return async ({ email }) => {
    const cart_id = await nameCart(email);
    return cart_id.ok ? sessions.requestLoginCode(email, cart_id.value, locale.snapshot.locale) : cart_id;
  };
}
