import { filter, map, type Observable } from 'rxjs';
import type { Cart } from '#core/model/cart.ts';
import type { StoredCart } from '#core/model/stored-cart.ts';
import { parseStoredCart, serialiseStoredCart, storedCartKey } from '#core/rules/carts/cart-in-storage.ts';
import type { SessionContext } from '#core/storefront/kernel/context.ts';

/** Codes that the server's cart does not contain. Undefined keeps the stored value, null removes it. */
export interface KeptCodes {
  /** The campaign that was sent with the cart's coupon. */
  readonly campaign?: string | null | undefined;
  /** The entered voucher code. */
  readonly voucher?: string | null | undefined;
}

interface SaveOptions extends KeptCodes {
  /** Whether all lines come from a server response in the language of the page. */
  readonly isJustRead?: boolean;
}

/** How long the prices of a stored cart are shown without a new request, in milliseconds: an hour. */
const freshFor = 3_600_000;

export type LocalCartRepository = ReturnType<typeof createLocalCartRepository>;

/**
 * Creates access to the cart in the browser's storage, shared by all tabs. Deletes a cart on reading if it is invalid
 * or has an unknown version.
 */
export function createLocalCartRepository({
  clock,
  localStorage,
  ids,
  stores,
}: Pick<SessionContext, 'clock' | 'localStorage' | 'ids' | 'stores'>) {
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

  function save(stored: Omit<StoredCart, 'version'>) {
    localStorage.write(storedCartKey, serialiseStoredCart({ version: 1, ...stored }));
  }

  const currentLocale = () => stores.locale.snapshot.locale;

  /** Returns whether a line of a stored cart may be in another language than the page. */
  function isInOtherLanguage(stored: StoredCart | null): boolean {
    return stored !== null && stored.cart.products.length > 0 && stored.locale !== currentLocale();
  }

  /**
   * Returns whether a stored cart must be read again from the server: after an hour, when the clock was set back, or if
   * its lines may be in another language.
   */
  function isOutdated(stored: StoredCart): boolean {
    const age = clock.now() - (stored.read_at ?? 0);
    const isOld = age < 0 || age > freshFor;
    return isInOtherLanguage(stored) || (isOld && stored.cart.products.length > 0);
  }

  /** Emits the guest's cart (null if there is none) whenever another tab has changed it. */
  const guestChanges$: Observable<StoredCart | null> = localStorage.changes$(storedCartKey).pipe(
    map((text) => (text === null ? null : parseStoredCart(text))),
    filter((stored) => stored === null || stored.owner === 'guest'),
  );

  return {
    readGuestCart,
    readLearnerCart(userId: string): Cart | null {
      const stored = read();
      if (stored === null || stored.owner === 'guest') return null;
      return stored.owner.user_id === userId ? stored.cart : null;
    },
    /** Stores a guest's cart and keeps its `merge_id`, so that the server merges the cart only once. */
    saveGuestCart(cart: Cart, { isJustRead = false, ...codes }: SaveOptions = {}): void {
      const known = readGuestCart();
      const { campaign = known?.campaign, voucher = known?.voucher } = codes;
      // An empty cart gets its first products from a page in the current language, so its data is fresh.
      const isNew = isJustRead || known === null || known.cart.products.length === 0;
      save({
        owner: 'guest',
        cart,
        merge_id: known?.merge_id ?? ids.uuid(),
        locale: isNew || known.locale === currentLocale() ? currentLocale() : undefined,
        read_at: isNew ? clock.now() : known.read_at,
        campaign: (cart.code === null ? null : campaign) ?? undefined,
        voucher: voucher ?? undefined,
      });
    },
    isInOtherLanguage,
    isOutdated,
    /** Stores a copy of a learner's cart, unless a guest's cart still waits to be merged. */
    saveLearnerCart(userId: string, cart: Cart): void {
      if ((readGuestCart()?.cart.products.length ?? 0) > 0) return;
      save({ owner: { user_id: userId }, cart, merge_id: ids.uuid(), locale: currentLocale() });
    },
    empty(): void {
      localStorage.remove(storedCartKey);
    },
    guestChanges$,
  };
}
