import { accessCookie } from '#core/rules/access.ts';
import { ok } from '#core/rules/result.ts';
import { parseWishList } from '#core/rules/wish-list.ts';
import { failureNotification } from '#core/storefront/cart/cart-notifications.ts';
import type { ApiResult, StorefrontContext } from '#core/storefront/context.ts';
import type { NotificationRequest } from '#core/storefront/page-stores.ts';
import { createQueue } from '#core/storefront/store.ts';
import type { WishListRepository } from './wish-list-repository.ts';
import { createGuestWishList, createLearnerWishList } from './wish-list-repository.ts';

/** Creates the actions of the shopper's wish list: a guest's is in the browser, a learner's at the server. */
export function createWishListActions(
  context: StorefrontContext,
  showNotification: (request: NotificationRequest) => void,
) {
  const { shopApi, tabBroadcast, tabLock, stores, cookies, tokenReader } = context;
  const { session, wishList } = stores;
  const queue = createQueue();
  const guestList = createGuestWishList(context);
  let loading: ApiResult<null> | null = null;

  function currentList(): WishListRepository {
    const { snapshot } = session;
    return snapshot.status === 'guest' ? guestList : createLearnerWishList(context, snapshot.learner.sub);
  }

  /**
   * Writes to the list of whoever is logged in now, which another tab may have changed a moment ago: this tab still takes
   * the shopper for a guest then, and the product may be in the list that is about to be merged.
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
    if (session.generation === generation) wishList.show(list.owner, found.value);
    return ok(null);
  }

  tabBroadcast.messages$.subscribe((message) => {
    const isShown = wishList.snapshot.owner === currentList().owner;
    if (message === 'wish_list_changed' && isShown) void queue.run(() => show(currentList()));
  });
  guestList.changes$.subscribe((text) => {
    if (wishList.snapshot.owner === guestList.owner) wishList.show(guestList.owner, parseWishList(text));
  });

  /**
   * Adds or removes a product. The change is shown immediately, and undone with a notification if it is refused.
   */
  function changeWishList(product_id: string, isOnList: boolean): ApiResult<null> {
    wishList.set(product_id, isOnList);
    return queue.run(async () => {
      const response = await write(product_id, isOnList);
      if (!response.ok) {
        wishList.set(product_id, !isOnList);
        showNotification(failureNotification(response.error));
        return response;
      }
      // A list that was read before this change may have been shown meanwhile.
      wishList.set(product_id, isOnList);
      if (session.snapshot.status === 'logged_in') tabBroadcast.send('wish_list_changed');
      if (isOnList) {
        showNotification({
          title: { key: 'component:wish_list.added_title' },
          message: { key: 'component:wish_list.added' },
        });
      }
      return response;
    });
  }

  async function mergeOnce(): Promise<void> {
    const { generation, snapshot } = session;
    const product_ids = guestList.current();
    if (snapshot.status !== 'logged_in' || product_ids.length === 0) return;
    const merged = await shopApi.addWishListItems({ body: { product_ids: [...product_ids] } });
    // The products stay in the browser until a merge was answered in the session that asked for it.
    if (!merged.ok || session.generation !== generation) return;
    guestList.forget(product_ids);
    if (wishList.snapshot.owner === snapshot.learner.sub) await show(currentList());
    tabBroadcast.send('wish_list_changed');
    if (merged.value.left_out > 0) {
      showNotification({
        type: 'warning',
        title: { key: 'error:WISH_LIST_FULL.title' },
        message: { key: 'component:wish_list.left_out', params: { count: merged.value.left_out } },
      });
    }
  }

  return {
    changeWishList,
    /** Loads the shopper's wish list only once, even if several buttons of a page call this. */
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
     * Adds what a guest has put on the list in this browser to the list of the logged-in learner. If that fails, it is
     * kept for the next time (docs/behaviour/catalogue-and-content.md#wish-list-of-a-guest).
     */
    mergeWishList: (): Promise<void> => queue.run(() => tabLock.runAlone('wish_list', mergeOnce)),
  };
}
