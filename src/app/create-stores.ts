import type { AnnouncementStore } from '#core/state/announcement-store.ts';
import { createAnnouncementStore } from '#core/state/announcement-store.ts';
import type { CartStore } from '#core/state/cart-store.ts';
import { createCartStore } from '#core/state/cart-store.ts';
import type { ConsentStore } from '#core/state/consent-store.ts';
import { createConsentStore } from '#core/state/consent-store.ts';
import type { LocaleStore } from '#core/state/locale-store.ts';
import { createLocaleStore } from '#core/state/locale-store.ts';
import type { NotificationStore } from '#core/state/notification-store.ts';
import { createNotificationStore } from '#core/state/notification-store.ts';
import type { RedeemStore } from '#core/state/redeem-store.ts';
import { createRedeemStore } from '#core/state/redeem-store.ts';
import type { SessionStore } from '#core/state/session-store.ts';
import { createSessionStore } from '#core/state/session-store.ts';
import type { WishStore } from '#core/state/wish-store.ts';
import { createWishStore } from '#core/state/wish-store.ts';
import type { InitialState } from '#core/use-cases/shop.ts';

/** Every store, with its writing side. */
export interface StoreServices {
  readonly announcement: AnnouncementStore;
  readonly cart: CartStore;
  readonly consent: ConsentStore;
  readonly locale: LocaleStore;
  readonly notification: NotificationStore;
  readonly redeem: RedeemStore;
  readonly session: SessionStore;
  readonly wishes: WishStore;
}

/**
 * Makes the stores; those that the server fills begin with what it rendered. They are all that a page needs to be shown,
 * so a browser makes them before it has the container.
 */
export function createStores(initial: InitialState): StoreServices {
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
    wishes: createWishStore(),
  };
}
