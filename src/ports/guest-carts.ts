import type { PostalAddress } from '#core/model/address.ts';
import type { Cart, WantedLine } from '#core/model/cart.ts';
import type { CallFailure, Result } from '#core/rules/result.ts';

/**
 * Carts of visitors without an account, as the host keeps them (decisions §3). Whoever knows a cart's id may use it.
 * The host prices everything itself. Every cart answered names its id in `bundle_cart_unique_id`; e-mail and address
 * are never answered. A refused change is answered as the unchanged cart with its `error` set.
 */
export interface GuestCarts {
  /** Stores the lines under a fresh id, or replaces those of the cart `id` and keeps its code. */
  store(wish: {
    readonly id: string | null;
    readonly lines: readonly WantedLine[];
    readonly email?: string;
  }): Promise<Result<Cart, CallFailure>>;
  get(id: string): Promise<Result<Cart, CallFailure>>;
  setShippingAddress(
    id: string,
    address: PostalAddress,
    email: string | undefined,
  ): Promise<Result<Cart, CallFailure>>;
}
