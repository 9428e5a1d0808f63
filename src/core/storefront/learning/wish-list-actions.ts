import { ok } from '#core/rules/result.ts';
import { failureNotification } from '#core/storefront/cart/cart-notifications.ts';
import type { ApiResult, StorefrontContext } from '#core/storefront/context.ts';
import { pageQuery } from '#core/storefront/context.ts';
import type { NotificationRequest } from '#core/storefront/page-stores.ts';
import { createQueue } from '#core/storefront/store.ts';

/**
 * Session storage key of the product that a guest wants to add to the wish list; it is added after the login.
 */
const rememberedItemKey = 'remembered_wish_list_item';

const largestPage = 100;

/** Creates the actions of a learner's wish list; a guest has none. */
export function createWishListActions(
  { shopApi, sessionStorage, tabBroadcast, stores }: StorefrontContext,
  showNotification: (request: NotificationRequest) => void,
) {
  const { session, wishList } = stores;
  const queue = createQueue();
  let loading: ApiResult<null> | null = null;

  async function read(owner: string): ApiResult<null> {
    const found: string[] = [];
    for (let number = 1; ; number += 1) {
      const page = await shopApi.listWishListItems({ query: pageQuery({ number, size: largestPage }) });
      if (!page.ok) return page;
      found.push(...page.value.items.map(({ id }) => id));
      if (number * largestPage >= page.value.total) break;
    }
    wishList.show(owner, found);
    return ok(null);
  }

  tabBroadcast.messages$.subscribe((message) => {
    const { owner } = wishList.snapshot;
    if (message === 'wish_list_changed' && owner !== null) void queue.run(() => read(owner));
  });

  /**
   * Adds or removes a product. The change is shown immediately, and undone with a notification if the server
   * refuses it.
   */
  function changeWishList(product_id: string, isOnList: boolean): ApiResult<null> {
    wishList.set(product_id, isOnList);
    return queue.run(async () => {
      const request = { params: { product_id } };
      const response = await (isOnList
        ? shopApi.addWishListItem(request)
        : shopApi.removeWishListItem(request));
      if (!response.ok) {
        wishList.set(product_id, !isOnList);
        showNotification(failureNotification(response.error));
        return response;
      }
      tabBroadcast.send('wish_list_changed');
      if (isOnList) {
        showNotification({
          title: { key: 'component:wish_list.added_title' },
          message: { key: 'component:wish_list.added' },
        });
      }
      return response;
    });
  }

  async function load(): ApiResult<null> {
    const loaded = await queue.run(async () => {
      const { snapshot } = session;
      if (snapshot.status === 'guest' || wishList.snapshot.owner === snapshot.learner.sub) return ok(null);
      return read(snapshot.learner.sub);
    });
    const remembered = sessionStorage.read(rememberedItemKey);
    if (!loaded.ok || remembered === null || session.snapshot.status === 'guest') return loaded;
    sessionStorage.remove(rememberedItemKey);
    return changeWishList(remembered, true);
  }

  return {
    changeWishList,
    /**
     * Loads the learner's wish list only once, even if several buttons of a page call this. Also adds the
     * product that was remembered before the login.
     */
    loadWishList(): ApiResult<null> {
      loading ??= load().finally(() => {
        loading = null;
      });
      return loading;
    },
    /**
     * Remembers a guest's product in this tab until the login. Needs no consent, because the guest requested
     * it.
     */
    async rememberWishListItem(productId: string): Promise<void> {
      sessionStorage.write(rememberedItemKey, productId);
    },
  };
}
