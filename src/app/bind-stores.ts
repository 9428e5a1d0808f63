import { createQueue } from '#core/state/queue.ts';
import type { InitialState } from '#core/use-cases/shop.ts';
import type { ServiceContainer } from './bind.ts';
import type { StoreServices } from './create-stores.ts';
import { createStores } from './create-stores.ts';

/**
 * Binds the stores, and the queues that changes of cart and wishes wait in. `shown` are the stores of a page that is shown
 * already; without them they are made.
 */
export function bindStores({ bind }: ServiceContainer, shown?: StoreServices): void {
  let stores = shown;
  function stored(initial: InitialState): StoreServices {
    stores ??= createStores(initial);
    return stores;
  }
  bind('announcement', ({ initial_state }) => stored(initial_state).announcement, ['initial_state']);
  bind('cart', ({ initial_state }) => stored(initial_state).cart, ['initial_state']);
  bind('cart_queue', createQueue, []);
  bind('consent', ({ initial_state }) => stored(initial_state).consent, ['initial_state']);
  bind('locale', ({ initial_state }) => stored(initial_state).locale, ['initial_state']);
  bind('notification', ({ initial_state }) => stored(initial_state).notification, ['initial_state']);
  bind('redeem', ({ initial_state }) => stored(initial_state).redeem, ['initial_state']);
  bind('session', ({ initial_state }) => stored(initial_state).session, ['initial_state']);
  bind('wishes', ({ initial_state }) => stored(initial_state).wishes, ['initial_state']);
  bind('wish_queue', createQueue, []);
}
