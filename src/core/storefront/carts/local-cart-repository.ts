import { filter, map, type Observable } from 'rxjs';
import type { Cart } from '#core/model/cart.ts';
import type { StoredCart } from '#core/model/stored-cart.ts';
import { parseStoredCart, serialiseStoredCart, storedCartKey } from '#core/rules/carts/cart-in-storage.ts';
import type { SessionContext } from '#core/storefront/kernel/context.ts';

/** What the server's cart does not tell of its codes; by default as in the stored cart. Null forgets it. */
export interface KeptCodes {
  /** The campaign that was sent with the cart's coupon. */
  readonly campaign?: string | null | undefined;
  /** The voucher that was typed. */
  readonly voucher?: string | null | undefined;
}

interface SaveOptions extends KeptCodes {
  /** Whether the server has just answered every line, in the language of the page. */
  readonly isJustRead?: boolean;
}

/** How long the prices of a stored cart are shown without asking for them, in milliseconds: an hour. */
const freshFor = 3_600_000;

export type LocalCartRepository = ReturnType<typeof createLocalCartRepository>;

/**
 * Creates access to the cart in the browser's storage, which all tabs share. A cart that is invalid or of an
 * unknown version is deleted when it is read.
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

  /** Whether a line of a stored cart may be in another language than the page. */
  function isInOtherLanguage(stored: StoredCart | null): boolean {
    return stored !== null && stored.cart.products.length > 0 && stored.locale !== currentLocale();
  }

  /**
   * Whether the lines of a stored cart are to be read again: after an hour, when the clock was set back, or because
   * they may be in another language.
   */
  function isOutdated(stored: StoredCart): boolean {
    const age = clock.now() - (stored.read_at ?? 0);
    const isOld = age < 0 || age > freshFor;
    return isInOtherLanguage(stored) || (isOld && stored.cart.products.length > 0);
  }

  /** Emits the guest's cart, null without one, whenever another tab has changed it. */
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
      // What is added comes from a page of the server.
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
    /** Stores a copy of a learner's cart, unless a guest's cart has still to be merged. */
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
