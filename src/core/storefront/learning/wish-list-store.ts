import { createStore } from '#core/storefront/store.ts';

/** The learner's wish list. `owner` is the learner's id, null until the list has been loaded. */
export interface WishListState {
  readonly owner: string | null;
  readonly productIds: readonly string[];
}

export function createWishListStore() {
  const initial: WishListState = { owner: null, productIds: [] };
  return createStore(initial, (cell) => ({
    show(owner: string, productIds: readonly string[]) {
      cell.set({ owner, productIds });
    },
    set(productId: string, isOnList: boolean) {
      const { owner, productIds } = cell.snapshot;
      if (productIds.includes(productId) === isOnList) return;
      const others = productIds.filter((id) => id !== productId);
      cell.set({ owner, productIds: isOnList ? [productId, ...others] : others });
    },
  }));
}
