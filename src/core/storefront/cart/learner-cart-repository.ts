import type { Cart, CartItem, RequestedLine } from '#core/model/cart.ts';
import { applyCartAction, needsShippingCost, withTotals } from '#core/rules/cart.ts';
import type { LineName } from '#core/rules/cart-lines.ts';
import { isNamed } from '#core/rules/cart-lines.ts';
import { emptyCart } from '#core/rules/empty-cart.ts';
import type { CallFailure, Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import type { StorefrontContext } from '#core/storefront/context.ts';
import type { ReadAttribution } from '#core/storefront/marketing/attribution.ts';
import type { ShopApi } from '#ports/shop-api.ts';
import type { CartNotifications } from './cart-notifications.ts';
import type { CartRefusal, CartRepository, CartResult, StoredResult } from './cart-repository.ts';
import { identified, sendBuyer } from './cart-repository.ts';
import type { LocalCartRepository } from './local-cart-repository.ts';

/**
 * Creates the repository of the cart of learner `sub`, which is stored on the server, with a copy in the
 * browser.
 */
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

  async function changeLines(
    action: 'add' | 'update' | 'delete',
    lines: (RequestedLine & Pick<LineName, 'line_id'>)[],
    added: readonly CartItem[] = [],
  ): CartResult {
    const attribution = readAttribution(shown().products);
    return accepted(await shopApi.updateCart({ body: { action, products: lines, ...attribution } }), added);
  }

  /** Fails, with a notification, when the server has not changed the cart. */
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

  async function ensureStored(): StoredResult {
    const known = identified(shown());
    if (known.ok) return known;
    const own = await shopApi.getOwnCart();
    return own.ok ? identified(own.value) : own;
  }

  return {
    async runChange(change) {
      const result = await change();
      return result.ok ? ok(await withShippingCost(result.value)) : result;
    },
    load: () => shopApi.getOwnCart(),
    lastKnown: () => localCart.readLearnerCart(sub) ?? emptyCart,
    add: (additions) =>
      changeLines(
        'add',
        additions.map(({ item: { product_id, custom_properties }, quantity }) => ({
          product_id,
          quantity,
          custom_properties,
        })),
        additions.map(({ item }) => item),
      ),
    async setQuantity(name, quantity) {
      const line = shown().products.find((item) => isNamed(name, item));
      if (line === undefined) return ok(shown());
      const next = applyCartAction(shown(), { type: 3, ...name, quantity });
      const limited = next.products.find(({ line_id }) => line_id === line.line_id)?.quantity ?? quantity;
      const { product_id, line_id, custom_properties } = line;
      return changeLines('update', [{ product_id, line_id, quantity: limited, custom_properties }]);
    },
    async setProperties(line_id, custom_properties) {
      const line = shown().products.find((item) => item.line_id === line_id);
      if (line === undefined) return ok(shown());
      const { product_id, quantity } = line;
      return changeLines('update', [{ product_id, line_id, quantity, custom_properties }]);
    },
    remove: (name) => changeLines('delete', [{ ...name, quantity: 1, custom_properties: {} }]),
    ...createLearnerSavedItems(shopApi, notifications, accepted),
    async applyCode(code, campaign) {
      const stored = await ensureStored();
      return stored.ok ? shopApi.applyCode({ body: { id: stored.value.id, code, campaign } }) : stored;
    },
    async cancelCode() {
      const stored = await ensureStored();
      return stored.ok ? shopApi.cancelCode({ body: { id: stored.value.id } }) : stored;
    },
    saveBuyer: (buyer) => sendBuyer(shopApi, buyer),
    ensureStored,
    keepCopy: (cart) => localCart.saveLearnerCart(sub, cart),
  };
}

/** What a learner has saved for later; the part of the cart repository that moves lines there. */
function createLearnerSavedItems(
  shopApi: ShopApi,
  notifications: CartNotifications,
  accepted: (
    response: Result<Cart, CallFailure>,
    added: readonly CartItem[],
  ) => Result<Cart, CallFailure | CartRefusal>,
): Pick<CartRepository, 'readSaved' | 'saveForLater' | 'restore' | 'removeSaved'> {
  return {
    async readSaved() {
      const page = await shopApi.listSavedItems({ query: {} });
      return page.ok ? ok(page.value.items) : page;
    },
    async saveForLater(line_id) {
      const response = await shopApi.saveCartLine({ body: { line_id } });
      if (!response.ok) notifications.failed(response.error);
      return response;
    },
    async restore(item) {
      return accepted(await shopApi.restoreSavedItem({ body: { line_id: item.line_id } }), [item]);
    },
    async removeSaved(line_id) {
      const removed = await shopApi.removeSavedItem({ params: { line_id } });
      // Another tab or device was faster.
      return removed.ok || removed.error.status === 404 ? ok(null) : removed;
    },
  };
}
