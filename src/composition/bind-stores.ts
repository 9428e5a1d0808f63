import { createAnnouncementStore } from '#core/state/announcement-store.ts';
import { createCartStore } from '#core/state/cart-store.ts';
import { createConsentStore } from '#core/state/consent-store.ts';
import { createLocaleStore } from '#core/state/locale-store.ts';
import { createNotificationStore } from '#core/state/notification-store.ts';
import { createQueue } from '#core/state/queue.ts';
import { createRedeemStore } from '#core/state/redeem-store.ts';
import { createSessionStore } from '#core/state/session-store.ts';
import type { ServiceContainer } from './bind.ts';

/** Binds the stores; those that the server fills begin with what it rendered. */
export function bindStores({ bind }: ServiceContainer): void {
  bind(
    'announcement',
    ({ initial_state: { announcement, is_announcement_closed } }) =>
      createAnnouncementStore({ announcement, is_closed: is_announcement_closed }),
    ['initial_state'],
  );
  bind('cart', createCartStore, []);
  bind('cart_queue', createQueue, []);
  bind('consent', ({ initial_state }) => createConsentStore(initial_state.consent), ['initial_state']);
  bind('locale', ({ initial_state }) => createLocaleStore(initial_state.locale), ['initial_state']);
  bind('notification', createNotificationStore, []);
  bind('redeem', createRedeemStore, []);
  bind('session', ({ initial_state }) => createSessionStore(initial_state.session), ['initial_state']);
}
