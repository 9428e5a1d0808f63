import type { PostalAddress } from '#core/model/address.ts';
import type { Cart, CartError, CartItem, CustomProperties } from '#core/model/cart.ts';
import type { LineName } from '#core/rules/cart-lines.ts';
import type { CallFailure, Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';

/** Why the cart was not changed; its notification has been shown already. */
export interface CartRefusal {
  readonly code: CartError;
}

/** The result of a change: the whole cart after it. */
export type CartResult = Promise<Result<Cart, CallFailure | CartRefusal>>;

/** A cart that is stored on the server, with its id for codes, addresses and orders. */
export interface StoredOnServer {
  readonly cart: Cart;
  readonly id: string;
}

export type StoredResult = Promise<Result<StoredOnServer, CallFailure | CartRefusal>>;

/**
 * The shopper's cart. A guest's is stored in the browser, and on the server when the server needs it; a learner's is
 * stored on the server. When a method returns, its change is stored. If the server refuses a change, a notification is
 * shown, the method fails with a `CartRefusal`, and the cart is unchanged.
 */
export interface CartRepository {
  /** Runs a change while nothing else changes this cart, and adds the shipping cost if it is missing. */
  runChange(change: () => CartResult): CartResult;
  load(): CartResult;
  /** The browser's copy of the cart, for when the server cannot be reached. */
  lastKnown(): Cart;
  /** Adds `quantity` of a line, which may be more than its limit; quantities of equal lines are summed. */
  add(item: CartItem, quantity: number): CartResult;
  /** Sets a line's quantity, at least 1 and at most what the product's maximum leaves. */
  setQuantity(name: LineName, quantity: number): CartResult;
  /** Replaces a line's properties. */
  setProperties(lineId: string, properties: CustomProperties): CartResult;
  /** Removes a line, or every line of a product. */
  remove(name: LineName): CartResult;
  /** Applies a coupon, replacing another one, or a voucher. A refusal's code is a `CouponRefusal`. */
  applyCode(code: string, campaign: string | null): CartResult;
  /** Removes coupon and voucher. */
  cancelCode(): CartResult;
  /** Sets the shipping address, which the browser never stores. `email` is for guests only. */
  saveShippingAddress(address: PostalAddress, email: string | undefined): CartResult;
  /** Stores a guest's cart on the server, with this e-mail. Fails with `CART_EMPTY` for an empty cart. */
  ensureStored(email?: string): StoredResult;
  /** Stores a copy of the changed cart in the browser. */
  keepCopy(cart: Cart): void;
}

export const cartEmpty: CallFailure = { code: 'CART_EMPTY', status: 409, detail: '', fields: {} };

/** The cart with its id on the server; `CART_EMPTY` when it has none. */
export function identified(cart: Cart): Result<StoredOnServer, CallFailure> {
  const id = cart.bundle_cart_unique_id;
  return id === null ? err(cartEmpty) : ok({ cart, id });
}
