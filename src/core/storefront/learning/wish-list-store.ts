import { createStore } from '#core/storefront/store.ts';

/** The learner's wish list, by product ids; `owner` is whose it is, null before it has been read. */
export interface WishListState {
  readonly owner: string | null;
  readonly productIds: readonly string[];
}

/** An empty wish list. */
export function createWishListStore() {
  const initial: WishListState = { owner: null, productIds: [] };
  return createStore(initial, (cell) => ({
    /** Replaces the list. */
    show(owner: string, productIds: readonly string[]) {
      cell.set({ owner, productIds });
    },
    /** Puts a product on the list or takes it off. */
    set(productId: string, isOnList: boolean) {
      const { owner, productIds } = cell.snapshot;
      if (productIds.includes(productId) === isOnList) return;
      const others = productIds.filter((id) => id !== productId);
      cell.set({ owner, productIds: isOnList ? [productId, ...others] : others });
    },
  }));
}
