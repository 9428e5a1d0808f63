import type { CodeInfo } from '#core/model/code.ts';
import type { Store } from './store.ts';
import { createStoreCell } from './store.ts';

/** A code on its way to being redeemed (specification §3 "Redeem state"). */
export interface RedeemState {
  readonly data: CodeInfo | null;
  readonly isLoggedIn: boolean;
}

export interface RedeemStore extends Store<RedeemState> {
  show(data: CodeInfo | null): void;
  markLoggedIn(isLoggedIn: boolean): void;
}

/** Makes the redeem store: no code, not logged in. */
export function createRedeemStore(): RedeemStore {
  const cell = createStoreCell<RedeemState>({ data: null, isLoggedIn: false });
  return {
    state$: cell.state$,
    initial: cell.initial,
    get snapshot() {
      return cell.snapshot;
    },
    show(data) {
      cell.set({ ...cell.snapshot, data });
    },
    markLoggedIn(isLoggedIn) {
      if (isLoggedIn !== cell.snapshot.isLoggedIn) cell.set({ ...cell.snapshot, isLoggedIn });
    },
  };
}
