import { createStore } from '#core/storefront/store.ts';

/** The learner's wish list, by product ids; `owner` is whose it is, null before it has been read. */
export interface WishState {
  readonly owner: string | null;
  readonly product_ids: readonly string[];
}

/** Makes the wish store, empty. */
export function createWishStore() {
  const initial: WishState = { owner: null, product_ids: [] };
  return createStore(initial, (cell) => ({
    /** Replaces the list. */
    show(owner: string, product_ids: readonly string[]) {
      cell.set({ owner, product_ids });
    },
    /** Puts a product on the list or takes it off. */
    set(productId: string, isWished: boolean) {
      const { owner, product_ids } = cell.snapshot;
      if (product_ids.includes(productId) === isWished) return;
      const others = product_ids.filter((id) => id !== productId);
      cell.set({ owner, product_ids: isWished ? [productId, ...others] : others });
    },
  }));
}
