import type { CodeInfo } from '#core/model/code.ts';
import { createStore } from '#core/storefront/store.ts';

/** A code on its way to being redeemed. */
export interface RedeemState {
  readonly data: CodeInfo | null;
  readonly isLoggedIn: boolean;
}

/** Makes the redeem store: no code, not logged in. */
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
