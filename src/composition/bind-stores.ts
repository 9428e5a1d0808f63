import { createQueue } from '#core/state/queue.ts';
import type { ServiceContainer } from './bind.ts';
import type { StoreServices } from './create-stores.ts';

/** Binds the stores that the page shows, and the queue that changes of the cart wait in. */
export function bindStores({ bind }: ServiceContainer, stores: StoreServices): void {
  bind('announcement', () => stores.announcement, []);
  bind('cart', () => stores.cart, []);
  bind('cart_queue', createQueue, []);
  bind('consent', () => stores.consent, []);
  bind('locale', () => stores.locale, []);
  bind('notification', () => stores.notification, []);
  bind('redeem', () => stores.redeem, []);
  bind('session', () => stores.session, []);
}
