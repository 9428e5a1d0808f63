import type { Cart } from '#core/model/cart.ts';
import { emptyCart } from '#core/rules/carts/empty-cart.ts';
import { createStore } from './store.ts';

/**
 * The shown cart. `loading` until the cart is loaded in the browser, so the server never renders a count. `updating`
 * while a change is running; `pendingLineId` is the changed line, or null when the whole cart changes.
 */
export interface CartState {
  readonly status: 'loading' | 'ready' | 'updating';
  readonly cart: Cart;
  readonly pendingLineId: string | null;
}

export function createCartStore() {
  const initial: CartState = { status: 'loading', cart: emptyCart, pendingLineId: null };
  return createStore(initial, (cell) => ({
    /** Marks a running change; `lineId` is the changed line, null when the whole cart changes. */
    beginChange(lineId: string | null) {
      if (cell.snapshot.status === 'loading') return;
      cell.set({ ...cell.snapshot, status: 'updating', pendingLineId: lineId });
    },
    /** Ends a failed change: the cart is unchanged. */
    settle() {
      if (cell.snapshot.status !== 'updating') return;
      cell.set({ ...cell.snapshot, status: 'ready', pendingLineId: null });
    },
    replace(cart: Cart) {
      cell.set({ status: 'ready', cart, pendingLineId: null });
    },
    clear() {
      cell.set({ status: 'ready', cart: emptyCart, pendingLineId: null });
    },
  }));
}
