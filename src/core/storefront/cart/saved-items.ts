import type { CartItem } from '#core/model/cart.ts';
import { ok } from '#core/rules/result.ts';
import { toRequestedLines } from '#core/rules/stored-cart.ts';
import type { ApiResult, StorefrontContext } from '#core/storefront/context.ts';
import type { NotificationRequest } from '#core/storefront/page-stores.ts';
import type { CartChanges } from './cart-changes.ts';
import type { CartResult } from './cart-repository.ts';
import type { LocalCartRepository } from './local-cart-repository.ts';

/**
 * Creates the actions for what shoppers save from the cart for later (docs/behaviour/cart.md#saved-for-later). All of
 * them run in the cart's queue, because they change both lists.
 */
export function createSavedItems(
  { shopApi, tabBroadcast, tabLock, stores }: StorefrontContext,
  { change, runInQueue, currentRepository }: CartChanges,
  localCart: LocalCartRepository,
  showNotification: (request: NotificationRequest) => void,
) {
  const { savedItems, session } = stores;

  const currentOwner = () => {
    const { snapshot } = session;
    return snapshot.status === 'guest' ? 'guest' : snapshot.learner.sub;
  };

  const load = (): ApiResult<null> =>
    runInQueue(async () => {
      const { generation } = session;
      const owner = currentOwner();
      const found = await currentRepository().readSaved();
      if (!found.ok) return found;
      if (session.generation === generation) savedItems.show(owner, found.value);
      return ok(null);
    });

  localCart.savedItemsChanges$.subscribe((items) => {
    if (savedItems.snapshot.owner === 'guest') savedItems.show('guest', items);
  });
  tabBroadcast.messages$.subscribe((message) => {
    const { owner } = savedItems.snapshot;
    if (message === 'cart_changed' && owner !== null && owner !== 'guest') void load();
  });

  async function mergeOnce(): Promise<void> {
    const { generation, snapshot } = session;
    const items = localCart.readSavedItems();
    if (snapshot.status !== 'logged_in' || items.length === 0) return;
    const merged = await shopApi.addSavedItems({ body: { products: toRequestedLines({ products: items }) } });
    // The items stay in the browser until a merge was answered in the session that asked for it.
    if (!merged.ok || session.generation !== generation) return;
    localCart.forgetSavedItems(items.map(({ line_id }) => line_id));
    if (merged.value.left_out > 0) {
      showNotification({
        type: 'warning',
        title: { key: 'error:SAVED_ITEMS_FULL.title' },
        message: { key: 'error:SAVED_ITEMS_FULL.detail' },
      });
    }
  }

  return {
    actions: {
      /** Loads what was saved for later, once per owner. */
      loadSavedItems: (): ApiResult<null> =>
        savedItems.snapshot.owner === currentOwner() ? Promise.resolve(ok(null)) : load(),
      /** Moves a line from the cart to the saved items. */
      async saveForLater(lineId: string): CartResult {
        const result = await change(lineId, (repository) => repository.saveForLater(lineId));
        await load();
        return result;
      },
      /** Moves a saved item back into the cart. */
      async restoreSaved(item: CartItem): CartResult {
        const result = await change(null, (repository) => repository.restore(item));
        await load();
        return result;
      },
      async removeSaved(lineId: string): ApiResult<null> {
        const result = await runInQueue(() => currentRepository().removeSaved(lineId));
        await load();
        return result;
      },
    },
    /** Adds what a guest has saved in this browser to what the logged-in learner has saved. */
    async mergeSavedItems(): Promise<void> {
      await runInQueue(() => tabLock.runAlone('guest_cart', mergeOnce));
      if (savedItems.snapshot.owner !== null) await load();
    },
  };
}
