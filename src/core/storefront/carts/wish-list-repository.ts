import { maxWishListItems } from '#core/model/values.ts';
import { err, failureOf, ok } from '#core/rules/basics/result.ts';
import {
  parseWishList,
  savedItemsKey,
  serialiseWishList,
  wishListKey,
  withSavedItems,
} from '#core/rules/carts/wish-list-in-storage.ts';
import type { ApiResult, StorefrontContext } from '#core/storefront/kernel/context.ts';

/** A shopper's wish list: ids of products, newest first. */
export interface WishListRepository {
  /** Id of the learner, or `guest`. */
  readonly owner: string;
  read(): ApiResult<readonly string[]>;
  /** Adds or removes a product; a repeated call changes nothing. Fails with `WISH_LIST_FULL` above 200 products. */
  set(productId: string, isOnList: boolean): ApiResult<null>;
}

const largestPage = 100;

/** Creates the wish list of a learner, stored on the server. */
export function createLearnerWishList(
  { shopApi }: Pick<StorefrontContext, 'shopApi'>,
  owner: string,
): WishListRepository {
  return {
    owner,
    async read() {
      const found: string[] = [];
      for (let number = 1; ; number += 1) {
        const page = await shopApi.listWishListItems({ query: { page: { number, size: largestPage } } });
        if (!page.ok) return page;
        found.push(...page.value.items.map(({ id }) => id));
        if (number * largestPage >= page.value.total) return ok(found);
      }
    },
    set(product_id, isOnList) {
      const request = { params: { product_id } };
      return isOnList ? shopApi.addWishListItem(request) : shopApi.removeWishListItem(request);
    },
  };
}

/**
 * Creates the wish list of a guest, stored in the browser for all tabs. Reads and writes in one synchronous step, so
 * that no change of another tab is lost.
 */
export function createGuestWishList({ localStorage }: Pick<StorefrontContext, 'localStorage'>) {
  function current(): readonly string[] {
    const stored = parseWishList(localStorage.read(wishListKey));
    const saved = localStorage.read(savedItemsKey);
    if (saved === null) return stored;
    const joined = withSavedItems(stored, saved);
    write(joined);
    localStorage.remove(savedItemsKey);
    return joined;
  }

  function write(productIds: readonly string[]): void {
    const text = serialiseWishList(productIds);
    if (text === null) localStorage.remove(wishListKey);
    else localStorage.write(wishListKey, text);
  }

  const repository: WishListRepository = {
    owner: 'guest',
    read: async () => ok(current()),
    async set(productId, isOnList) {
      const present = current();
      if (present.includes(productId) === isOnList) return ok(null);
      if (isOnList && present.length >= maxWishListItems) {
        return err(failureOf('WISH_LIST_FULL'));
      }
      const others = present.filter((id) => id !== productId);
      write(isOnList ? [productId, ...others] : others);
      return ok(null);
    },
  };
  return {
    ...repository,
    current,
    /** Removes products that are now on a learner's list. */
    forget: (productIds: readonly string[]) => write(current().filter((id) => !productIds.includes(id))),
    changes$: localStorage.changes$(wishListKey),
  };
}
