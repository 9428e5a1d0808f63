import type { Cart } from '#core/model/cart.ts';
import { emptyCart } from '#core/rules/cart.ts';
import type { Store } from './store.ts';
import { createStoreCell } from './store.ts';

/**
 * The cart that the shopper sees. `loading` until the browser knows it (a guest's lies in the browser, a learner's on
 * the host), so the server never renders a count; `updating` while a change is under way, with the line it concerns.
 */
export interface CartState {
  readonly status: 'loading' | 'ready' | 'updating';
  readonly cart: Cart;
  readonly pending_product_id: string | null;
}

export interface CartStore extends Store<CartState> {
  /** A change is under way; `product_id` is the line it concerns, null when it concerns the whole cart. */
  beginChange(product_id: string | null): void;
  /** The change came to nothing: the cart stays as it was. */
  settle(): void;
  /** The cart is now this one. */
  replace(cart: Cart): void;
  /** The cart is now empty (specification §4, cart action 4). */
  clear(): void;
}

/** Makes the cart store, still loading. */
export function createCartStore(): CartStore {
  const cell = createStoreCell<CartState>({ status: 'loading', cart: emptyCart, pending_product_id: null });
  return {
    state$: cell.state$,
    initial: cell.initial,
    get snapshot() {
      return cell.snapshot;
    },
    beginChange(product_id) {
      if (cell.snapshot.status === 'loading') return;
      cell.set({ ...cell.snapshot, status: 'updating', pending_product_id: product_id });
    },
    settle() {
      if (cell.snapshot.status !== 'updating') return;
      cell.set({ ...cell.snapshot, status: 'ready', pending_product_id: null });
    },
    replace(cart) {
      cell.set({ status: 'ready', cart, pending_product_id: null });
    },
    clear() {
      cell.set({ status: 'ready', cart: emptyCart, pending_product_id: null });
    },
  };
}
