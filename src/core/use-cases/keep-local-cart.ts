import type { Observable } from 'rxjs';
import { filter, map } from 'rxjs';
import type { Cart } from '#core/model/cart.ts';
import type { StoredCart } from '#core/model/stored-cart.ts';
import { emptyCart } from '#core/rules/cart.ts';
import { parseStoredCart, serialiseStoredCart, storedCartKey } from '#core/rules/stored-cart.ts';
import type { Ids } from '#ports/ids.ts';
import type { TextStorage } from '#ports/text-storage.ts';

/** The cart in the browser's storage, shared by all tabs (specification §3, decisions §3). */
export interface LocalCart {
  /** The guest's cart; null when there is none, or when what is stored belongs to a learner. */
  readGuestCart(): StoredCart | null;
  /** What is stored for this learner, or null. */
  readLearnerCart(user_id: string): Cart | null;
  /** Keeps a guest's cart, under the `merge_id` it already has. */
  saveGuestCart(cart: Cart): void;
  /** Keeps a copy of a learner's cart; never over a guest's that still waits to be merged. */
  saveLearnerCart(user_id: string, cart: Cart): void;
  empty(): void;
  /** Emits the guest's cart whenever another tab changed it. */
  readonly guestChanges$: Observable<Cart>;
}

/** Makes the keeper of `bundle_cart`. Broken carts and carts of older shapes are dropped when they are met. */
export function createKeepLocalCart(dependencies: {
  readonly local_storage: TextStorage;
  readonly ids: Ids;
}): LocalCart {
  const { local_storage, ids } = dependencies;

  function read(): StoredCart | null {
    const text = local_storage.read(storedCartKey);
    const stored = parseStoredCart(text);
    if (stored === null && text !== null) local_storage.remove(storedCartKey);
    return stored;
  }

  function readGuestCart(): StoredCart | null {
    const stored = read();
    return stored?.owner === 'guest' ? stored : null;
  }

  function save(owner: StoredCart['owner'], cart: Cart, merge_id: string) {
    local_storage.write(storedCartKey, serialiseStoredCart({ version: 1, merge_id, owner, cart }));
  }

  return {
    readGuestCart,
    readLearnerCart(user_id) {
      const stored = read();
      return stored !== null && isOwnedBy(stored, user_id) ? stored.cart : null;
    },
    saveGuestCart(cart) {
      save('guest', cart, readGuestCart()?.merge_id ?? ids.uuid());
    },
    saveLearnerCart(user_id, cart) {
      if ((readGuestCart()?.cart.products.length ?? 0) > 0) return;
      save({ user_id }, cart, ids.uuid());
    },
    empty() {
      local_storage.remove(storedCartKey);
    },
    guestChanges$: local_storage.changes$(storedCartKey).pipe(
      map((text) => (text === null ? null : parseStoredCart(text))),
      filter((stored) => stored === null || stored.owner === 'guest'),
      map((stored) => stored?.cart ?? emptyCart),
    ),
  };
}

function isOwnedBy(stored: StoredCart, user_id: string): boolean {
  return stored.owner !== 'guest' && stored.owner.user_id === user_id;
}
