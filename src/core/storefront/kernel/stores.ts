import { createCartStore } from './cart-store.ts';
import type { InitialState } from './initial-state.ts';
import {
  createAnnouncementStore,
  createConsentStore,
  createLocaleStore,
  createNotificationStore,
  createRedeemStore,
  createWishListStore,
} from './page-stores.ts';

import { createSessionStore } from './session-store.ts';
import type { Store } from './store.ts';

export type Stores = ReturnType<typeof createStores>;

/**
 * Creates the stores of a page from the state that the server rendered. Hydration needs only the stores, so a browser
 * creates them before it loads the rest of the storefront.
 */
export function createStores(initial: InitialState) {
  return {
    announcement: createAnnouncementStore({
      announcement: initial.announcement,
      isClosed: initial.isAnnouncementClosed,
    }),
    cart: createCartStore(),
    consent: createConsentStore(initial.consent),
    locale: createLocaleStore(initial.locale),
    notification: createNotificationStore(),
    redeem: createRedeemStore(),
    session: createSessionStore(initial.session),
    wishList: createWishListStore(),
  };
}

/** The stores without the methods that change them; pages change them through actions. */
export type ReadableStores = {
  readonly [Name in keyof Stores]: Stores[Name] extends Store<infer State> ? Store<State> : never;
};
