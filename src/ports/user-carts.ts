import type { PostalAddress } from '#core/model/address.ts';
import type { Cart, WantedLine } from '#core/model/cart.ts';
import type { Cents } from '#core/model/primitives.ts';
import type { MergeChange } from '#core/rules/cart-limits.ts';
import type { CallFailure, Result } from '#core/rules/result.ts';

/** Codes that say who sent the shopper here (specification §7 "Cart update"). */
export interface Attribution {
  readonly referral_code?: string;
  readonly affiliate_code?: string;
}

/**
 * The one cart of the logged-in learner, on the host (specification §4, §7). A refused change is answered as the
 * unchanged cart with its `error` set. Without a session every call fails with `UNAUTHENTICATED`, status 401.
 */
export interface UserCarts {
  get(): Promise<Result<Cart, CallFailure>>;
  /** `add` sums quantities, `update` sets them, `delete` ignores them. */
  update(
    action: 'add' | 'update' | 'delete',
    line: WantedLine,
    attribution: Attribution,
  ): Promise<Result<Cart, CallFailure>>;
  /** Takes a guest's lines over, once per `merge_id`, and says of which it took less. */
  merge(guest: {
    readonly merge_id: string;
    readonly lines: readonly WantedLine[];
    /** The guest's cart on the host, whose code comes along; null when there is none. */
    readonly guest_cart_id: string | null;
  }): Promise<Result<{ readonly cart: Cart; readonly changes: readonly MergeChange[] }, CallFailure>>;
  /** What shipping the cart costs: to `country` (ISO 3166-1 alpha-2), or to the cart's address. Null while unknown. */
  getShippingCost(country: string | null): Promise<Result<Cents | null, CallFailure>>;
  setShippingAddress(address: PostalAddress): Promise<Result<Cart, CallFailure>>;
}
