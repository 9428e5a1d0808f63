import { ok } from '#core/rules/result.ts';
import { failureNotification } from '#core/storefront/cart/cart-notifications.ts';
import type { ApiResult, StorefrontContext } from '#core/storefront/context.ts';
import { pageQuery } from '#core/storefront/context.ts';
import type { NotificationRequest } from '#core/storefront/page-stores.ts';
import { createQueue } from '#core/storefront/store.ts';

/** Session key of a guest's wish that waits for the login. */
const rememberedWishKey = 'remembered_wish';

const largestPage = 100;

/** The wish list of a learner; a guest has none. */
export function createWishActions(
  { shopApi, sessionStorage, tabBroadcast, stores }: StorefrontContext,
  showNotification: (request: NotificationRequest) => void,
) {
  const { session, wishes } = stores;
  const queue = createQueue();
  let loading: ApiResult<null> | null = null;

  async function read(owner: string): ApiResult<null> {
    const found: string[] = [];
    for (let number = 1; ; number += 1) {
      const page = await shopApi.listWishes({ query: pageQuery({ number, size: largestPage }) });
      if (!page.ok) return page;
      found.push(...page.value.items.map(({ id }) => id));
      if (number * largestPage >= page.value.total) break;
    }
    wishes.show(owner, found);
    return ok(null);
  }

  tabBroadcast.messages$.subscribe((message) => {
    const { owner } = wishes.snapshot;
    if (message === 'wishes_changed' && owner !== null) void queue.run(() => read(owner));
  });

  /** Puts a product on the list or takes it off: shown at once, taken back with a notification when the server refuses. */
  function changeWish(product_id: string, isWished: boolean): ApiResult<null> {
    wishes.set(product_id, isWished);
    return queue.run(async () => {
      const request = { params: { product_id } };
      const response = await (isWished ? shopApi.addWish(request) : shopApi.removeWish(request));
      if (!response.ok) {
        wishes.set(product_id, !isWished);
        showNotification(failureNotification(response.error));
        return response;
      }
      tabBroadcast.send('wishes_changed');
      if (isWished) {
        showNotification({
          title: { key: 'component:wish.added_title' },
          message: { key: 'component:wish.added' },
        });
      }
      return response;
    });
  }

  async function load(): ApiResult<null> {
    const loaded = await queue.run(async () => {
      const { snapshot } = session;
      if (snapshot.status === 'guest' || wishes.snapshot.owner === snapshot.learner.sub) return ok(null);
      return read(snapshot.learner.sub);
    });
    const remembered = sessionStorage.read(rememberedWishKey);
    if (!loaded.ok || remembered === null || session.snapshot.status === 'guest') return loaded;
    sessionStorage.remove(rememberedWishKey);
    return changeWish(remembered, true);
  }

  return {
    changeWish,
    /** Reads the learner's list once; every heart of a page calls this. A wish made before the login is added then. */
    loadWishes(): ApiResult<null> {
      loading ??= load().finally(() => {
        loading = null;
      });
      return loading;
    },
    /** Keeps a guest's wish in this tab until the login; no consent is needed for what was asked for. */
    async rememberWish(productId: string): Promise<void> {
      sessionStorage.write(rememberedWishKey, productId);
    },
  };
}
