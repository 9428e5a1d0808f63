import type { CodeInfo } from '#core/model/code.ts';
import { createStore } from '#core/storefront/store.ts';

/** The code that was looked up, and whether the visitor has logged in. */
export interface RedeemState {
  readonly data: CodeInfo | null;
  readonly isLoggedIn: boolean;
}

export function createRedeemStore() {
  const initial: RedeemState = { data: null, isLoggedIn: false };
  return createStore(initial, (cell) => ({
    show(data: CodeInfo | null) {
      cell.set({ ...cell.snapshot, data });
    },
    markLoggedIn(isLoggedIn: boolean) {
      if (isLoggedIn !== cell.snapshot.isLoggedIn) cell.set({ ...cell.snapshot, isLoggedIn });
    },
  }));
}
