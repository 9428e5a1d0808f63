import type { CartAction } from '#core/rules/cart.ts';
import { applyCartAction, needsCartRefresh } from '#core/rules/cart.ts';
import { ok } from '#core/rules/result.ts';
import type { LocalCart } from './keep-local-cart.ts';
import type { CartAnswer } from './shop-actions.ts';
import type { StoreGuestCart } from './store-guest-cart.ts';
import { currentGuestCart } from './store-guest-cart.ts';

interface Dependencies {
  readonly local_cart: LocalCart;
  readonly storeGuestCart: StoreGuestCart;
}

/**
 * Applies a cart action to the guest's local cart and keeps the outcome (specification §4). With a code or discounts
 * the host prices it again, because only the host knows what they come to; when it cannot be reached the preview is
 * kept until it can. Call it only while the guest's cart is locked.
 */
export function createChangeGuestLines({ local_cart, storeGuestCart }: Dependencies) {
  return async (action: CartAction): CartAnswer => {
    const next = applyCartAction(currentGuestCart(local_cart), action);
    if (needsCartRefresh(next) && next.products.length > 0) {
      const priced = await storeGuestCart(next);
      if (priced.ok || !('status' in priced.error)) return priced;
    }
    local_cart.saveGuestCart(next);
    return ok(next);
  };
}

export type ChangeGuestLines = ReturnType<typeof createChangeGuestLines>;
