import type { BillingContact, PostalAddress } from '#core/model/address.ts';
import type { Cart, CartError, CartItem, CustomProperties } from '#core/model/cart.ts';
import type { BundleOffer } from '#core/model/product.ts';
import type { LineName } from '#core/rules/cart-lines.ts';
import type { CallFailure, Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import type { ApiResult } from '#core/storefront/context.ts';
import type { ShopApi } from '#ports/shop-api.ts';

/** The reason why the cart was not changed. Its notification has already been shown. */
export interface CartRefusal {
  readonly code: CartError;
}

/** A line to add to the cart. */
export interface Addition {
  readonly item: CartItem;
  /** Number of pieces; it may exceed the limit of the product, to which the item's own quantity is reduced. */
  readonly quantity: number;
  /** The bundle offers that contain the product. */
  readonly bundle_offers: readonly BundleOffer[];
}

/** The result of a change: the whole cart after the change. */
export type CartResult = Promise<Result<Cart, CallFailure | CartRefusal>>;

/** A cart that is stored on the server. Its id is needed for codes, addresses and orders. */
export interface StoredOnServer {
  readonly cart: Cart;
  readonly id: string;
}

export type StoredResult = Promise<Result<StoredOnServer, CallFailure | CartRefusal>>;

/**
 * Stores the shopper's cart and what was saved from it for later. The cart of a guest is stored in the browser, and on
 * the server when needed; the cart of a learner is stored on the server. When a method resolves, its change is stored.
 * If the server refuses a change, a notification is shown, the method fails with a `CartRefusal`, and the cart is
 * unchanged.
 */
export interface CartRepository {
  /** Runs a change exclusively, and then requests the shipping cost if it is missing. */
  runChange(change: () => CartResult): CartResult;
  load(): CartResult;
  /** Returns the browser's copy of the cart, for use when the server cannot be reached. */
  lastKnown(): Cart;
  /** Adds lines, all of them or none; quantities of equal lines are summed. */
  add(additions: readonly Addition[]): CartResult;
  /** Sets the quantity of a line, at least 1 and at most what the product's limit allows. */
  setQuantity(name: LineName, quantity: number): CartResult;
  /** Replaces the properties of a line. */
  setProperties(lineId: string, properties: CustomProperties): CartResult;
  /** Removes a line, or every line of a product. */
  remove(name: LineName): CartResult;
  /** Returns what the shopper has saved for later, newest first. */
  readSaved(): ApiResult<readonly CartItem[]>;
  /** Moves a line from the cart to the saved items; at most 50 fit there. */
  saveForLater(lineId: string): CartResult;
  /** Moves a saved item back into the cart. */
  restore(item: CartItem): CartResult;
  /** Removes a saved item. */
  removeSaved(lineId: string): ApiResult<null>;
  /** Applies a coupon (replacing another one) or a voucher. A refusal's code is a `CouponRefusal`. */
  applyCode(code: string, campaign: string | null): CartResult;
  /** Removes coupon and voucher from the cart. */
  cancelCode(): CartResult;
  /**
   * Sets the shipping address, or name and country where no address is needed; never stored in the browser. `email` is
   * for guests only.
   */
  saveBuyer(buyer: PostalAddress | BillingContact, email: string | undefined): CartResult;
  /** Stores a guest's cart on the server, with this e-mail. Fails with `CART_EMPTY` for an empty cart. */
  ensureStored(email?: string): StoredResult;
  /** Stores a copy of the changed cart in the browser. */
  keepCopy(cart: Cart): void;
}

export const cartEmpty: CallFailure = { code: 'CART_EMPTY', status: 422, detail: '', fields: {} };

/** Returns the cart with its id on the server; fails with `CART_EMPTY` when it has no id. */
export function identified(cart: Cart): Result<StoredOnServer, CallFailure> {
  const id = cart.bundle_cart_unique_id;
  return id === null ? err(cartEmpty) : ok({ cart, id });
}

type BuyerRequest = (PostalAddress | BillingContact) & {
  readonly id?: string;
  readonly email?: string | undefined;
};

/** Sends an address, or name and country, to the server. */
export function sendBuyer(shopApi: ShopApi, body: BuyerRequest): CartResult {
  return 'street' in body ? shopApi.setShippingAddress({ body }) : shopApi.setBillingContact({ body });
}
