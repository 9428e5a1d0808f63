import type { PostalAddress } from '#core/model/address.ts';
import type { Cart, CartError, CartItem, CustomProperties } from '#core/model/cart.ts';
import type { LineName } from '#core/rules/cart-lines.ts';
import type { CallFailure, Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';

/** Why a cart stayed as it was; the notification has already been shown. */
export interface CartRefusal {
  readonly code: CartError;
}

/** The result of a change: the whole cart as it is then. */
export type CartResult = Promise<Result<Cart, CallFailure | CartRefusal>>;

/** A cart that the server keeps, and the id by which codes, addresses and orders name it. */
export interface StoredOnServer {
  readonly cart: Cart;
  readonly id: string;
}

export type StoredResult = Promise<Result<StoredOnServer, CallFailure | CartRefusal>>;

/**
 * The cart of whoever shops here: a guest's is kept in the browser and stored on the server when it is needed there; a
 * learner's is kept on the server. Every change has already been kept when it returns. What the server refuses about a
 * change has been shown as a notification and fails with a `CartRefusal`; the cart is then as it was.
 */
export interface CartRepository {
  /** Runs a change while nothing else changes this cart, and completes its result. */
  runChange(change: () => CartResult): CartResult;
  /** Reads the cart anew. */
  load(): CartResult;
  /** What the browser has of the cart, for when the server cannot be reached. */
  lastKnown(): Cart;
  /** Adds `quantity` of a line, which may be more than its limit; quantities of equal lines are summed. */
  add(item: CartItem, quantity: number): CartResult;
  /** Sets a line's quantity, at least 1 and at most what the product's maximum leaves. */
  setQuantity(name: LineName, quantity: number): CartResult;
  /** Replaces a line's properties. */
  setProperties(lineId: string, properties: CustomProperties): CartResult;
  /** Takes out a line, or every line of a product. */
  remove(name: LineName): CartResult;
  /** Sets the one coupon, replacing another, or uses a voucher as tender. A refusal's code is a `CouponRefusal`. */
  applyCode(code: string, campaign: string | null): CartResult;
  /** Takes coupon and voucher off. */
  cancelCode(): CartResult;
  /** Sets where the cart is shipped to. `email` belongs to a guest's cart. The browser never keeps the address. */
  saveShippingAddress(address: PostalAddress, email: string | undefined): CartResult;
  /** Makes sure that the server has the cart, a guest's with this e-mail. An empty cart fails with `CART_EMPTY`. */
  ensureStored(email?: string): StoredResult;
  /** Keeps a copy of what a change came to. */
  keepCopy(cart: Cart): void;
}

/** The failure of what needs a cart that is not empty. */
export const cartEmpty: CallFailure = { code: 'CART_EMPTY', status: 409, detail: '', fields: {} };

/** The cart with its id on the server; `CART_EMPTY` when it has none. */
export function identified(cart: Cart): Result<StoredOnServer, CallFailure> {
  const id = cart.bundle_cart_unique_id;
  return id === null ? err(cartEmpty) : ok({ cart, id });
}
