import type { Observable } from 'rxjs';
import { filter, map } from 'rxjs';
import type { Cart, CartItem } from '#core/model/cart.ts';
import type { StoredCart } from '#core/model/stored-cart.ts';
import { emptyCart } from '#core/rules/empty-cart.ts';
import {
  parseSavedItems,
  parseStoredCart,
  savedItemsKey,
  serialiseSavedItems,
  serialiseStoredCart,
  storedCartKey,
} from '#core/rules/stored-cart.ts';
import type { StorefrontPorts } from '#core/storefront/context.ts';

export type LocalCartRepository = ReturnType<typeof createLocalCartRepository>;

/**
 * Creates access to the cart in the browser's storage, which all tabs share. A cart that is invalid or of an
 * unknown version is deleted when it is read.
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

  /** Returns the guest's cart; null when none is stored, or when the stored cart belongs to a learner. */
  function readGuestCart(): StoredCart | null {
    const stored = read();
    return stored?.owner === 'guest' ? stored : null;
  }

  function save(owner: StoredCart['owner'], cart: Cart, merge_id: string) {
    localStorage.write(storedCartKey, serialiseStoredCart({ version: 1, merge_id, owner, cart }));
  }

  const readSavedItems = () => parseSavedItems(localStorage.read(savedItemsKey));

  function saveSavedItems(items: readonly CartItem[]): void {
    const text = serialiseSavedItems(items);
    if (text === null) localStorage.remove(savedItemsKey);
    else localStorage.write(savedItemsKey, text);
  }

  /** Emits the guest's cart whenever another tab has changed it. */
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
    /** Stores a guest's cart and keeps its `merge_id`, so that the server merges the cart only once. */
    saveGuestCart(cart: Cart): void {
      save('guest', cart, readGuestCart()?.merge_id ?? ids.uuid());
    },
    /** Stores a copy of a learner's cart, unless a guest's cart has still to be merged. */
    saveLearnerCart(userId: string, cart: Cart): void {
      if ((readGuestCart()?.cart.products.length ?? 0) > 0) return;
      save({ user_id: userId }, cart, ids.uuid());
    },
    /** What a guest has saved for later, newest first. */
    readSavedItems,
    saveSavedItems,
    /** Removes saved items that now are on the server. */
    forgetSavedItems(lineIds: readonly string[]): void {
      saveSavedItems(readSavedItems().filter(({ line_id }) => !lineIds.includes(line_id)));
    },
    /** Emits a guest's saved items whenever another tab has changed them. */
    savedItemsChanges$: localStorage.changes$(savedItemsKey).pipe(map(parseSavedItems)),
    empty(): void {
      localStorage.remove(storedCartKey);
    },
    guestChanges$,
  };
}
