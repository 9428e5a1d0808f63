import type { Observable } from 'rxjs';
import { filter, map } from 'rxjs';
import type { Cart } from '#core/model/cart.ts';
import type { StoredCart } from '#core/model/stored-cart.ts';
import { emptyCart } from '#core/rules/cart.ts';
import { parseStoredCart, serialiseStoredCart, storedCartKey } from '#core/rules/stored-cart.ts';
import type { StorefrontPorts } from '#core/storefront/context.ts';

export type LocalCartRepository = ReturnType<typeof createLocalCartRepository>;

/**
 * The cart in the browser's storage, shared by all tabs. Reading a cart that is broken or of an unknown version removes
 * it.
 */
export function createLocalCartRepository({
  localStorage,
  ids,
}: Pick<StorefrontPorts, 'localStorage' | 'ids'>) {
  function read(): StoredCart | null {
    const text = localStorage.read(storedCartKey);
    const stored = parseStoredCart(text);
    if (stored === null && text !== null) localStorage.remove(storedCartKey);
    return stored;
  }

  /** The guest's cart; null when there is none, or when what is stored belongs to a learner. */
  function readGuestCart(): StoredCart | null {
    const stored = read();
    return stored?.owner === 'guest' ? stored : null;
  }

  function save(owner: StoredCart['owner'], cart: Cart, merge_id: string) {
    localStorage.write(storedCartKey, serialiseStoredCart({ version: 1, merge_id, owner, cart }));
  }

  /** The guest's cart whenever another tab changed it. */
  const guestChanges$: Observable<Cart> = localStorage.changes$(storedCartKey).pipe(
    map((text) => (text === null ? null : parseStoredCart(text))),
    filter((stored) => stored === null || stored.owner === 'guest'),
    map((stored) => stored?.cart ?? emptyCart),
  );

  return {
    readGuestCart,
    readLearnerCart(userId: string): Cart | null {
      const stored = read();
      if (stored === null || stored.owner === 'guest') return null;
      return stored.owner.user_id === userId ? stored.cart : null;
    },
    /** Stores a guest's cart under its existing `merge_id`, which makes repeated merges safe. */
    saveGuestCart(cart: Cart): void {
      save('guest', cart, readGuestCart()?.merge_id ?? ids.uuid());
    },
    /** Stores a copy of a learner's cart, unless a guest's cart still waits to be merged. */
    saveLearnerCart(userId: string, cart: Cart): void {
      if ((readGuestCart()?.cart.products.length ?? 0) > 0) return;
      save({ user_id: userId }, cart, ids.uuid());
    },
    empty(): void {
      localStorage.remove(storedCartKey);
    },
    guestChanges$,
  };
}
