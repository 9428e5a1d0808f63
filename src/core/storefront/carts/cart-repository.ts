import type { BillingContact, PostalAddress } from '#core/model/address.ts';
import type { Cart, CartError } from '#core/model/cart.ts';
import { type CallFailure, err, failureOf, ok, type Result } from '#core/rules/basics/result.ts';
import type { AddedLine, CartAction } from '#core/rules/carts/apply-cart-action.ts';
import type { ShopApi } from '#ports/shop-api.ts';

/** The reason why the cart was not changed. Its notification has already been shown. */
export interface CartRefusal {
  readonly code: CartError;
}

/** A line to add to the cart. */
export interface Addition extends AddedLine {
  /** Number of requested pieces; may exceed the product's limit, unlike the quantity of `item`. */
  readonly quantity: number;
}

/** A change of the lines of the shopper's cart. */
export type LineChange =
  | { readonly type: 'add'; readonly additions: readonly Addition[] }
  | Extract<CartAction, { readonly type: 'remove' | 'set_quantity' | 'set_properties' }>;

/** A change of the shopper's cart. */
export type CartChange =
  | LineChange
  /** Applies a coupon (replacing another one) or a voucher. Refused as a `CouponRefusal` or `CREDIT_PAYS_MORE`. */
  | { readonly type: 'apply_code'; readonly code: string; readonly campaign: string | null }
  /** Removes coupon or voucher. */
  | { readonly type: 'cancel_code'; readonly only: 'coupon' | 'voucher' }
  /**
   * Sets the shipping address, or name and country if no address is needed; never stored in the browser. `email` is for
   * guests only.
   */
  | {
      readonly type: 'save_buyer';
      readonly buyer: PostalAddress | BillingContact;
      readonly email: string | undefined;
    };

/** The tasks of a cart repository. They run one after the other. */
export type CartTask =
  | CartChange
  | { readonly type: 'load' }
  /** Stores a guest's cart on the server, with this e-mail. Fails with `CART_EMPTY` for an empty cart. */
  | { readonly type: 'store'; readonly email: string | undefined };

/** The result of a change: the whole cart after the change. */
export type CartResult = Promise<Result<Cart, CallFailure | CartRefusal>>;

/**
 * Stores the shopper's cart. The cart of a guest is stored in the browser, and on the server when needed; the cart of a
 * learner is stored on the server.
 */
export interface CartRepository {
  /**
   * Runs a task; two tabs of a guest must not do so at the same time. Resolves when a change is stored and a learner's
   * missing shipping cost was requested. If the server refuses a change, a notification is shown, the task fails with a
   * `CartRefusal`, and the cart is unchanged.
   */
  run(task: CartTask): CartResult;
  /** Returns the browser's copy of the cart, for use when the server cannot be reached. */
  lastKnown(): Cart;
  /** Stores a copy of the changed cart in the browser. */
  keepCopy(cart: Cart): void;
}

/** Returns the id of the cart on the server; fails with `CART_EMPTY` when it has none. */
export function cartId({ bundle_cart_unique_id: id }: Cart): Result<string, CallFailure> {
  return id === null ? err(cartEmpty) : ok(id);
}

export const cartEmpty = failureOf('CART_EMPTY');

type BuyerRequest = (PostalAddress | BillingContact) & {
  readonly id?: string;
  readonly email?: string | undefined;
};

/** Sends an address, or name and country, to the server. */
export function sendBuyer(shopApi: ShopApi, body: BuyerRequest): CartResult {
  return 'street' in body ? shopApi.setShippingAddress({ body }) : shopApi.setBillingContact({ body });
}
