import type { Cart, CartItem, RequestedLine } from '#core/model/cart.ts';
import { type CallFailure, err, ok, type Result } from '#core/rules/basics/result.ts';
import { applyCartAction, needsShippingCost, withTotals } from '#core/rules/carts/apply-cart-action.ts';
import { isNamed, type LineName } from '#core/rules/carts/cart-lines.ts';
import { emptyCart } from '#core/rules/carts/empty-cart.ts';
import type { StorefrontContext } from '#core/storefront/kernel/context.ts';
import type { ReadAttribution } from '#core/storefront/tracking/read-attribution.ts';
import type { CartNotifications } from './cart-notifications.ts';
import {
  type CartRefusal,
  type CartRepository,
  type CartResult,
  type CartTask,
  cartId,
  type LineChange,
  sendBuyer,
} from './cart-repository.ts';
import type { LocalCartRepository } from './local-cart-repository.ts';

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
