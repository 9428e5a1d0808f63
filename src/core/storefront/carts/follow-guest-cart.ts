import type { StoredCart } from '#core/model/stored-cart.ts';
import { emptyCart } from '#core/rules/carts/empty-cart.ts';
import type { StorefrontContext } from '#core/storefront/kernel/context.ts';
import type { createQueue } from '#core/storefront/kernel/store.ts';
import { readCards, withTextsOf } from './cart-in-language.ts';
import type { LocalCartRepository } from './local-cart-repository.ts';

/**
 * Creates the function that shows a guest's cart from another tab, in the language of this page. A cart in another
 * language is translated in the queue of cart changes.
 */
export function createFollowGuestCart(
  { shopApi, stores: { cart, session } }: Pick<StorefrontContext, 'shopApi' | 'stores'>,
  localCart: LocalCartRepository,
  queue: ReturnType<typeof createQueue>,
) {
  /** Shows the translated cart without storing it: otherwise the other tab would translate it back. */
  async function showTranslated(): Promise<void> {
    const { generation } = session;
    const stored = localCart.readGuestCart();
    const shown = stored?.cart ?? emptyCart;
    const cards = localCart.isInOtherLanguage(stored) ? await readCards(shopApi, shown) : null;
    // A cart stored meanwhile has its own event.
    const isNewest = JSON.stringify(stored) === JSON.stringify(localCart.readGuestCart());
    if (session.generation !== generation || session.snapshot.status !== 'guest' || !isNewest) return;
    cart.replace(cards === null ? shown : withTextsOf(cards, shown));
  }

  return (changed: StoredCart | null): void => {
    if (session.snapshot.status !== 'guest') return;
    if (localCart.isInOtherLanguage(changed)) void queue.run(showTranslated);
    else cart.replace(changed?.cart ?? emptyCart);
  };
}
