import type { Cart, RequestedLine } from '#core/model/cart.ts';
import { emptyCart, limitQuantity, needsShippingCost, withTotals } from '#core/rules/cart.ts';
import { err, ok } from '#core/rules/result.ts';
import type { StorefrontContext } from '#core/storefront/context.ts';
import type { ReadAttribution } from '#core/storefront/marketing/attribution.ts';
import type { CartNotifications } from './cart-notifications.ts';
import type { CartRepository, CartResult, StoredResult } from './cart-repository.ts';
import { identified } from './cart-repository.ts';
import type { LocalCartRepository } from './local-cart-repository.ts';

/** The cart of the learner `sub`: kept on the server, with a copy in the browser. */
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

  /** Changes one line on the server. */
  async function changeLine(action: 'add' | 'update' | 'delete', line: RequestedLine): CartResult {
    const attribution = readAttribution(shown().products);
    const response = await shopApi.updateCart({ body: { action, products: [line], ...attribution } });
    if (!response.ok) {
      notifications.failed(response.error);
      return response;
    }
    if (response.value.error === null) return response;
    notifications.refused(response.value.error);
    return err({ code: response.value.error });
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
    add: ({ product_id, custom_properties }, quantity) =>
      changeLine('add', { product_id, quantity, custom_properties }),
    async setQuantity(product_id, quantity) {
      const line = shown().products.find((item) => item.product_id === product_id);
      if (line === undefined) return ok(shown());
      const limited = limitQuantity(quantity, line.product_data.max_quantity);
      return changeLine('update', {
        product_id,
        quantity: limited,
        custom_properties: line.custom_properties,
      });
    },
    remove: (product_id) => changeLine('delete', { product_id, quantity: 1, custom_properties: {} }),
    async applyCode(code, campaign) {
      const stored = await ensureStored();
      return stored.ok ? shopApi.applyCode({ body: { id: stored.value.id, code, campaign } }) : stored;
    },
    async cancelCode() {
      const stored = await ensureStored();
      return stored.ok ? shopApi.cancelCode({ body: { id: stored.value.id } }) : stored;
    },
    saveShippingAddress: (address) => shopApi.setShippingAddress({ body: address }),
    ensureStored,
    keepCopy: (cart) => localCart.saveLearnerCart(sub, cart),
  };
}
