import type { Cart } from '#core/model/cart.ts';
import { emptyCart, needsCartRefresh } from '#core/rules/cart.ts';
import { ok } from '#core/rules/result.ts';
import { toWantedLines } from '#core/rules/stored-cart.ts';
import type { CartStore } from '#core/state/cart-store.ts';
import type { GuestCarts } from '#ports/guest-carts.ts';
import type { UserCarts } from '#ports/user-carts.ts';
import type { ChangeCart } from './change-cart.ts';
import type { LocalCart } from './keep-local-cart.ts';
import type { CartActions, CartAnswer } from './shop-actions.ts';
import type { StoreGuestCart } from './store-guest-cart.ts';
import { currentGuestCart } from './store-guest-cart.ts';

interface Dependencies {
  readonly cart: CartStore;
  readonly changeCart: ChangeCart;
  readonly local_cart: LocalCart;
  readonly guest_carts: GuestCarts;
  readonly user_carts: UserCarts;
  readonly storeGuestCart: StoreGuestCart;
}

function hasSameLines(one: Cart, other: Cart): boolean {
  return JSON.stringify(toWantedLines(one)) === JSON.stringify(toWantedLines(other));
}

/**
 * Reads the cart anew (specification §4 "Cart refresh"): a learner's from the host; a guest's from the browser, and
 * priced by the host when discounts or a code are present. When the host cannot be asked, what the browser knows
 * is shown.
 */
export function createLoadCart(dependencies: Dependencies): CartActions['loadCart'] {
  const { cart, changeCart, local_cart, guest_carts, user_carts, storeGuestCart } = dependencies;

  async function loadGuestCart(): CartAnswer {
    const current = currentGuestCart(local_cart);
    if (!needsCartRefresh(current) || current.bundle_cart_unique_id === null) return ok(current);
    const hosted = await guest_carts.get(current.bundle_cart_unique_id);
    if (hosted.ok && hasSameLines(hosted.value, current)) {
      const priced = { ...hosted.value, error: null };
      local_cart.saveGuestCart(priced);
      return ok(priced);
    }
    if (!hosted.ok && hosted.error.status !== 404) return ok(current);
    // A change that did not reach the host earlier: the browser's lines are the shopper's last word.
    const stored = await storeGuestCart(current);
    return stored.ok ? stored : ok(current);
  }

  return () =>
    changeCart({
      product_id: null,
      asGuest: loadGuestCart,
      async asLearner(sub) {
        const answer = await user_carts.get();
        if (!answer.ok && cart.snapshot.status === 'loading') {
          cart.replace(local_cart.readLearnerCart(sub) ?? emptyCart);
        }
        return answer;
      },
    });
}
