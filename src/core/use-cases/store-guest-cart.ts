import type { Cart } from '#core/model/cart.ts';
import { couponRefusals } from '#core/model/cart.ts';
import { emptyCart } from '#core/rules/cart.ts';
import type { CallFailure, Result } from '#core/rules/result.ts';

import { err, ok } from '#core/rules/result.ts';
import { toWantedLines } from '#core/rules/stored-cart.ts';
import type { Coupons } from '#ports/coupons.ts';
import type { GuestCarts } from '#ports/guest-carts.ts';
import type { LocalCart } from './keep-local-cart.ts';
import type { CartAnswer } from './shop-actions.ts';
import type { CartTrouble } from './tell-cart-trouble.ts';

interface Dependencies {
  readonly guest_carts: GuestCarts;
  readonly coupons: Coupons;
  readonly local_cart: LocalCart;
  readonly cart_trouble: CartTrouble;
}

/** A cart that the host no longer keeps, or that has become an order: its lines go into a new one. */
function isGone({ code, status }: CallFailure): boolean {
  return status === 404 || code === 'ORDER_CLOSED';
}

/**
 * Stores a guest's cart on the host (`cart/bundles`, decisions §3) and keeps the priced answer in the browser. A code
 * moves along when the host's copy is gone. Call it only while the guest's cart is locked.
 */
export function createStoreGuestCart(dependencies: Dependencies) {
  const { guest_carts, coupons, local_cart, cart_trouble } = dependencies;

  async function send(cart: Cart, email: string | undefined): Promise<Result<Cart, CallFailure>> {
    const lines = toWantedLines(cart);
    const wish = { lines, ...(email === undefined ? {} : { email }) };
    const answer = await guest_carts.store({ id: cart.bundle_cart_unique_id, ...wish });
    if (answer.ok || cart.bundle_cart_unique_id === null || !isGone(answer.error)) return answer;
    const renewed = await guest_carts.store({ id: null, ...wish });
    return renewed.ok && cart.code !== null ? ok(await reapply(renewed.value, cart.code)) : renewed;
  }

  async function reapply(cart: Cart, code: string): Promise<Cart> {
    if (cart.bundle_cart_unique_id === null) return cart;
    const answer = await coupons.apply(cart.bundle_cart_unique_id, code, null);
    if (answer.ok) return answer.value;
    const refusal = couponRefusals.find((known) => known === answer.error.code) ?? 'UNKNOWN';
    return { ...cart, code, code_error: refusal };
  }

  return async (cart: Cart, email?: string): CartAnswer => {
    const answer = await send(cart, email);
    if (!answer.ok) return answer;
    if (answer.value.error !== null) {
      cart_trouble.refused(answer.value.error);
      return err({ code: answer.value.error });
    }
    local_cart.saveGuestCart(answer.value);
    return answer;
  };
}

export type StoreGuestCart = ReturnType<typeof createStoreGuestCart>;

/** The guest's cart as the browser keeps it; empty when it keeps none. */
export function currentGuestCart(local_cart: LocalCart): Cart {
  return local_cart.readGuestCart()?.cart ?? emptyCart;
}
