import type { BillingContact, PostalAddress } from '#core/model/address.ts';
import type { Cart, CartError, CartItem, RequestedLine } from '#core/model/cart.ts';
import { type CallFailure, err, failureOf, ok, type Result } from '#core/rules/basics/result.ts';
import {
  type AddedLine,
  applyCartAction,
  type CartAction,
  needsShippingCost,
  withTotals,
} from '#core/rules/carts/apply-cart-action.ts';
import { isNamed, type LineName } from '#core/rules/carts/cart-lines.ts';
import { emptyCart } from '#core/rules/carts/empty-cart.ts';
import type { StorefrontContext } from '#core/storefront/kernel/context.ts';
import type { ReadAttribution } from '#core/storefront/tracking/read-attribution.ts';
import type { ShopApi } from '#ports/shop-api.ts';
import type { CartNotifications } from './cart-notifications.ts';
import type { LocalCartRepository } from './local-cart-repository.ts';

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

/** Creates the repository of the cart of learner `sub`: stored on the server, with a copy in the browser. */
export function createLearnerCartRepository(
  { shopApi, stores }: Pick<StorefrontContext, 'shopApi' | 'stores'>,
  localCart: LocalCartRepository,
  notifications: CartNotifications,
  readAttribution: ReadAttribution,
  sub: string,
): CartRepository {
  const shown = () => stores.cart.snapshot.cart;

  async function withShippingCost(cart: Cart): Promise<Cart> {
    if (cart.products.length === 0 || !needsShippingCost(cart, true)) return cart;
    const response = await shopApi.getShippingCost({ query: {} });
    if (!response.ok || response.value.shipping_cost === null) return cart;
    return withTotals({ ...cart, shipping_cost: response.value.shipping_cost });
  }

  /** Sends a change of lines; without effect if the cart does not have the line. */
  async function changeLines(change: LineChange): CartResult {
    const request = requestOf(shown(), change);
    if (request === null) return ok(shown());
    const { snapshot } = stores.session;
    const body = {
      ...(snapshot.status === 'logged_in' ? { email: snapshot.learner.email } : {}),
      ...request,
      ...readAttribution(shown().products),
    };
    const added = change.type === 'add' ? change.additions.map(({ item }) => item) : [];
    return accepted(await shopApi.updateCart({ body }), added);
  }

  /** Shows a notification and fails if the server has not changed the cart. */
  function accepted(response: Result<Cart, CallFailure>, added: readonly CartItem[]) {
    if (!response.ok) {
      notifications.failed(response.error);
      return response;
    }
    const { error, error_limit } = response.value;
    if (error === null) return response;
    notifications.refused({ error, error_limit }, [...added, ...shown().products]);
    return err({ code: error });
  }

  /** Returns the shown cart, or loads it if it is not known yet. */
  async function stored(): CartResult {
    return shown().bundle_cart_unique_id === null ? shopApi.getOwnCart() : ok(shown());
  }

  async function storedId(): Promise<Result<string, CallFailure | CartRefusal>> {
    const cart = await stored();
    return cart.ok ? cartId(cart.value) : cart;
  }

  async function send(task: CartTask): CartResult {
    switch (task.type) {
      case 'load':
        return shopApi.getOwnCart();
      case 'store':
        return stored();
      case 'apply_code': {
        const id = await storedId();
        if (!id.ok) return id;
        return shopApi.applyCode({ body: { id: id.value, code: task.code, campaign: task.campaign } });
      }
      case 'cancel_code': {
        const id = await storedId();
        return id.ok ? shopApi.cancelCode({ body: { id: id.value, only: task.only } }) : id;
      }
      case 'save_buyer':
        return sendBuyer(shopApi, task.buyer);
      default:
        return changeLines(task);
    }
  }

  return {
    async run(task) {
      const result = await send(task);
      return result.ok ? ok(await withShippingCost(result.value)) : result;
    },
    lastKnown: () => localCart.readLearnerCart(sub) ?? emptyCart,
    keepCopy: (cart) => localCart.saveLearnerCart(sub, cart),
  };
}

interface LineRequest {
  readonly action: 'add' | 'update' | 'delete';
  readonly products: (RequestedLine & Pick<LineName, 'line_id'>)[];
}

/** Returns the body of the call "cart update" for a change of lines; null if the cart does not have the line. */
function requestOf(cart: Cart, change: LineChange): LineRequest | null {
  switch (change.type) {
    case 'add': {
      const products = change.additions.map(({ item: { product_id, custom_properties }, quantity }) => ({
        product_id,
        quantity,
        custom_properties,
      }));
      return { action: 'add', products };
    }
    case 'remove': {
      const { product_id, line_id } = change;
      return { action: 'delete', products: [{ product_id, line_id, quantity: 1, custom_properties: {} }] };
    }
    case 'set_quantity': {
      const line = cart.products.find((item) => isNamed(change, item));
      if (line === undefined) return null;
      const { product_id, line_id, custom_properties } = line;
      const limited = applyCartAction(cart, change).products.find((item) => item.line_id === line_id);
      const quantity = limited?.quantity ?? change.quantity;
      return { action: 'update', products: [{ product_id, line_id, quantity, custom_properties }] };
    }
    case 'set_properties': {
      const { line_id, custom_properties } = change;
      const line = cart.products.find((item) => item.line_id === line_id);
      if (line === undefined) return null;
      const { product_id, quantity } = line;
      return { action: 'update', products: [{ product_id, line_id, quantity, custom_properties }] };
    }
  }
}
