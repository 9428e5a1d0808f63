import type { Store } from './store.ts';
import { createStoreCell } from './store.ts';

/** What the learner wishes for, by product ids; `owner` is whose wishes these are, null before they have been read. */
export interface WishState {
  readonly owner: string | null;
  readonly product_ids: readonly string[];
}

export interface WishStore extends Store<WishState> {
  /** These are the wishes of this learner. */
  show(owner: string, product_ids: readonly string[]): void;
  /** Puts a product on the list or takes it off. */
  set(product_id: string, is_wished: boolean): void;
}

/** Makes the wish store, empty. */
export function createWishStore(): WishStore {
  const cell = createStoreCell<WishState>({ owner: null, product_ids: [] });
  return {
    state$: cell.state$,
    initial: cell.initial,
    get snapshot() {
      return cell.snapshot;
    },
    show(owner, product_ids) {
      cell.set({ owner, product_ids });
    },
    set(product_id, is_wished) {
      const { owner, product_ids } = cell.snapshot;
      if (product_ids.includes(product_id) === is_wished) return;
      const others = product_ids.filter((id) => id !== product_id);
      cell.set({ owner, product_ids: is_wished ? [product_id, ...others] : others });
    },
  };
}
