import { createRedeemStore } from './account/redeem-store.ts';
import { createCartStore } from './cart/cart-store.ts';
import { createConsentStore } from './consent/consent-store.ts';
import type { InitialState } from './initial-state.ts';
import { createWishListStore } from './learning/wish-list-store.ts';
import { createAnnouncementStore, createLocaleStore, createNotificationStore } from './page-stores.ts';
import { createSessionStore } from './session/session-store.ts';
import type { Store } from './store.ts';

/** Every store, with the methods that change it. */
export type Stores = ReturnType<typeof createStores>;

/**
 * Makes the stores; those that the server fills begin with what it rendered. They are all that a page needs to be shown,
 * so a browser makes them before it has the rest of the storefront.
 */
export function createStores(initial: InitialState) {
  return {
    announcement: createAnnouncementStore({
      announcement: initial.announcement,
      is_closed: initial.is_announcement_closed,
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

/** What the page may watch: the reading side of every store. Changes go through actions. */
export type ReadableStores = {
  readonly [Name in keyof Stores]: Stores[Name] extends Store<infer State> ? Store<State> : never;
};
