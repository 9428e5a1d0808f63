import type { ProductCard } from '#core/model/product.ts';
import { accessCookie } from '#core/rules/accounts/access.ts';
import { ok } from '#core/rules/basics/result.ts';
import { parseWishList } from '#core/rules/carts/wish-list-in-storage.ts';
import type { ApiResult, StorefrontContext } from '#core/storefront/kernel/context.ts';
import type { NotificationRequest } from '#core/storefront/kernel/page-stores.ts';
import { createQueue } from '#core/storefront/kernel/store.ts';
import type { CartActions } from './cart-actions.ts';
import { failureNotification } from './cart-notifications.ts';
import type { CartResult } from './cart-repository.ts';
import {
  createGuestWishList,
  createLearnerWishList,
  type WishListRepository,
} from './wish-list-repository.ts';

const addedNotification: NotificationRequest = {
  title: { key: 'component:wish_list.added_title' },
  message: { key: 'component:wish_list.added' },
};

function leftOutNotification(count: number): NotificationRequest {
  return {
    type: 'warning',
    title: { key: 'error:WISH_LIST_FULL.title' },
    message: { key: 'component:wish_list.left_out', params: { count } },
  };
}

/** Creates the actions of the wish list, which is in the browser for a guest and on the server for a learner. */
export function createWishListActions(
  context: StorefrontContext,
  cartActions: CartActions,
  showNotification: (request: NotificationRequest) => void,
) {
  const { shopApi, tabBroadcast, tabLock, stores, cookies, tokenReader } = context;
  const { session, wishList } = stores;
  const queue = createQueue();
  const guestList = createGuestWishList(context);
  let loading: ApiResult<null> | null = null;
  const running = createRunningChanges();

  function currentList(): WishListRepository {
    const { snapshot } = session;
    return snapshot.status === 'guest' ? guestList : createLearnerWishList(context, snapshot.learner.sub);
  }

  /**
   * Writes to the list of the user in the access cookie. If another tab has just logged in, this tab still shows a
   * guest, and the product may be on the guest's list that is about to be merged.
   */
  function write(product_id: string, isOnList: boolean): ApiResult<null> {
    const token = session.snapshot.status === 'guest' ? cookies.read(accessCookie) : null;
    const sub = token === null ? undefined : tokenReader.readPayload(token)?.sub;
    if (typeof sub !== 'string') return currentList().set(product_id, isOnList);
    return tabLock.runAlone('wish_list', () => {
      guestList.forget([product_id]);
      return createLearnerWishList(context, sub).set(product_id, isOnList);
    });
  }

  /** Shows the list, unless the session has changed meanwhile. */
  async function show(list: WishListRepository): ApiResult<null> {
    const { generation } = session;
    const found = await list.read();
    if (!found.ok) return found;
    if (session.generation !== generation) return ok(null);
    running.noteStored(found.value);
    wishList.show(list.owner, found.value);
    return ok(null);
  }

  /** Reloads the list if the page shows it. */
  async function readWishList(): Promise<void> {
    if (wishList.snapshot.owner === currentList().owner) await queue.run(() => show(currentList()));
  }

  tabBroadcast.messages$.subscribe((message) => {
    if (message === 'wish_list_changed') void readWishList();
  });
  guestList.changes$.subscribe((text) => {
    if (wishList.snapshot.owner === guestList.owner) wishList.show(guestList.owner, parseWishList(text));
  });

  /**
   * Adds or removes a product. The change is shown immediately. After the last running change of the product the stored
   * state is shown; a refused change also shows a notification.
   */
  function change(product_id: string, isOnList: boolean): ApiResult<null> {
    const end = running.begin(product_id, wishList.snapshot.productIds.includes(product_id));
    wishList.set(product_id, isOnList);
    return queue.run(async () => {
      const response = await write(product_id, isOnList);
      const isStored = end(response.ok ? isOnList : null);
      if (isStored !== null) wishList.set(product_id, isStored);
      if (!response.ok) showNotification(failureNotification(response.error));
      else if (session.snapshot.status === 'logged_in') tabBroadcast.send('wish_list_changed');
      return response;
    });
  }

  const showAdded = () => showNotification(addedNotification);

  async function mergeOnce(): Promise<void> {
    const { generation, snapshot } = session;
    const product_ids = guestList.current();
    if (snapshot.status !== 'logged_in' || product_ids.length === 0) return;
    const merged = await shopApi.addWishListItems({ body: { product_ids: [...product_ids] } });
    // The products stay in the browser until the server has confirmed the merge for this session.
    if (!merged.ok || session.generation !== generation) return;
    guestList.forget(product_ids);
    if (wishList.snapshot.owner === snapshot.learner.sub) await show(currentList());
    tabBroadcast.send('wish_list_changed');
    if (merged.value.left_out > 0) showNotification(leftOutNotification(merged.value.left_out));
  }

  return {
    readWishList,
    /** Adds or removes a product; a refused change is undone with a notification. */
    async changeWishList(productId: string, isOnList: boolean): ApiResult<null> {
      const changed = await change(productId, isOnList);
      if (changed.ok && isOnList) showAdded();
      return changed;
    },
    ...createMoves(cartActions, change, showAdded),
    /** Loads the wish list; simultaneous calls share one request. */
    loadWishList(): ApiResult<null> {
      loading ??= queue
        .run(async () => {
          const list = currentList();
          return wishList.snapshot.owner === list.owner ? ok(null) : show(list);
        })
        .finally(() => {
          loading = null;
        });
      return loading;
    },
    /**
     * Merges the guest's list of this browser into the learner's list. If that fails, it is kept for the next time
     * (docs/behaviour/carts.md#wish-list-of-a-guest).
     */
    mergeWishList: (): Promise<void> => queue.run(() => tabLock.runAlone('wish_list', mergeOnce)),
  };
}

/** Keeps, for each product with running changes, whether it is on the stored list at present. */
function createRunningChanges() {
  const running = new Map<string, { changes: number; isStored: boolean }>();
  return {
    /**
     * Begins a change of a product. Call the returned function at its end with the stored state, or null after a
     * failure: it returns the state to show, null while other changes of the product run.
     */
    begin(productId: string, isStored: boolean) {
      const known = running.get(productId) ?? { changes: 0, isStored };
      known.changes += 1;
      running.set(productId, known);
      return (changed: boolean | null): boolean | null => {
        known.isStored = changed ?? known.isStored;
        known.changes -= 1;
        if (known.changes > 0) return null;
        running.delete(productId);
        return known.isStored;
      };
    },
    /** Takes over a stored list that was loaded meanwhile. */
    noteStored(productIds: readonly string[]): void {
      for (const [productId, known] of running) known.isStored = productIds.includes(productId);
    },
  };
}

/** Creates the actions that move products between cart and wish list; `change` adds to the list or removes from it. */
function createMoves(
  { addToCart, removeFromCart }: CartActions,
  change: (productId: string, isOnList: boolean) => ApiResult<null>,
  showAdded: () => void,
) {
  return {
    /**
     * Moves a cart line to the wish list, without its quantity and gift details. Removes it from the cart only after it
     * is on the list, so that a failure loses nothing (docs/behaviour/carts.md#move-to-the-wish-list).
     */
    async moveToWishList(productId: string, lineId: string): CartResult {
      const added = await change(productId, true);
      if (!added.ok) return added;
      const removed = await removeFromCart(productId, lineId);
      if (removed.ok) showAdded();
      return removed;
    },
    /** Moves one piece of a product from the wish list to the cart. If the cart refuses it, it stays on the list. */
    async moveToCart(product: ProductCard): CartResult {
      const added = await addToCart({ product, quantity: 1 });
      if (added.ok) await change(product.id, false);
      return added;
    },
  };
}
