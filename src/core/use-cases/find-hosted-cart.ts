import type { Cart } from '#core/model/cart.ts';
import type { CallFailure, Result } from '#core/rules/result.ts';

import { err, ok } from '#core/rules/result.ts';
import type { CartStore } from '#core/state/cart-store.ts';
import type { UserCarts } from '#ports/user-carts.ts';
import type { LocalCart } from './keep-local-cart.ts';
import type { CartRefusal } from './shop-actions.ts';
import type { StoreGuestCart } from './store-guest-cart.ts';
import { currentGuestCart } from './store-guest-cart.ts';

interface Dependencies {
  readonly cart: CartStore;
  readonly local_cart: LocalCart;
  readonly user_carts: UserCarts;
  readonly storeGuestCart: StoreGuestCart;
}

/** A cart that the host keeps, and the id by which codes, addresses and orders name it. */
export interface HostedCart {
  readonly cart: Cart;
  readonly id: string;
}

type Found = Promise<Result<HostedCart, CallFailure | CartRefusal>>;

/** Finds the cart on the host; a guest's is brought there first. An empty cart fails with `CART_EMPTY`. */
export interface FindHostedCart {
  forGuest(email?: string): Found;
  forLearner(): Found;
}

const cartEmpty: CallFailure = { code: 'CART_EMPTY', status: 409, detail: '', fields: {} };

function identified(cart: Cart): Result<HostedCart, CallFailure> {
  const id = cart.bundle_cart_unique_id;
  return id === null ? err(cartEmpty) : ok({ cart, id });
}

/** Makes the finder. */
export function createFindHostedCart(dependencies: Dependencies): FindHostedCart {
  const { cart, local_cart, user_carts, storeGuestCart } = dependencies;
  return {
    async forGuest(email) {
      const current = currentGuestCart(local_cart);
      if (current.products.length === 0) return err(cartEmpty);
      const stored = await storeGuestCart(current, email);
      return stored.ok ? identified(stored.value) : stored;
    },
    async forLearner() {
      const known = identified(cart.snapshot.cart);
      if (known.ok) return known;
      const own = await user_carts.get();
      return own.ok ? identified(own.value) : own;
    },
  };
}
