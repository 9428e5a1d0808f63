import type { Cart } from '#core/model/cart.ts';
import { couponRefusals } from '#core/model/coupon.ts';
import type { CartAction } from '#core/rules/cart.ts';
import { applyCartAction, highestOf, needsCartRefresh } from '#core/rules/cart.ts';
import { validateQuantity } from '#core/rules/cart-limits.ts';
import { quantities } from '#core/rules/cart-lines.ts';
import { emptyCart } from '#core/rules/empty-cart.ts';
import type { CallFailure, Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import { toRequestedLines, withOwnProperties } from '#core/rules/stored-cart.ts';
import type { StorefrontContext } from '#core/storefront/context.ts';
import type { ShopApi } from '#ports/shop-api.ts';
import type { CartNotifications } from './cart-notifications.ts';
import type { Addition, CartRefusal, CartRepository, CartResult, StoredResult } from './cart-repository.ts';
import { cartEmpty, identified, sendBuyer } from './cart-repository.ts';
import { createGuestSavedItems } from './guest-saved-items.ts';
import type { LocalCartRepository } from './local-cart-repository.ts';

/**
 * Returns whether the server has no such cart any more (deleted, or ordered). Its lines are then stored as a
 * new cart.
 */
function isGone({ code, status }: CallFailure): boolean {
  return status === 404 || code === 'ORDER_CLOSED';
}

function hasSameLines(one: Cart, other: Cart): boolean {
  return JSON.stringify(toRequestedLines(one)) === JSON.stringify(toRequestedLines(other));
}

/**
 * Creates the repository of a guest's cart, which is stored in the browser, and on the server for codes,
 * addresses and orders.
 */
export function createGuestCartRepository(
  { shopApi, tabLock }: Pick<StorefrontContext, 'shopApi' | 'tabLock'>,
  localCart: LocalCartRepository,
  notifications: CartNotifications,
): CartRepository {
  const current = () => localCart.readGuestCart()?.cart ?? emptyCart;

  /** Stores the cart on the server and keeps the priced response in the browser. */
  async function store(cart: Cart, email?: string): CartResult {
    const response = await storeOnServer(shopApi, cart, email);
    if (!response.ok) return response;
    const { error, error_limit } = response.value;
    if (error !== null) {
      notifications.refused({ error, error_limit }, cart.products);
      return err({ code: error });
    }
    return keep(response, cart);
  }

  /** Stores a cart in the browser, with what was typed for its lines here. */
  function keep<Failure>(result: Result<Cart, Failure>, own = current()): Result<Cart, Failure> {
    if (!result.ok) return result;
    const cart = withOwnProperties(result.value, own);
    localCart.saveGuestCart(cart);
    return ok(cart);
  }

  /**
   * Applies actions to the cart in the browser. A cart with a code or discounts is then priced by the
   * server, which alone can compute the discounts. If the server cannot be reached, the browser's preview is
   * kept until the next load.
   */
  async function changeLines(...actions: readonly CartAction[]): CartResult {
    const next = actions.reduce(applyCartAction, current());
    if (needsCartRefresh(next) && next.products.length > 0) {
      const priced = await store(next);
      if (priced.ok || !('status' in priced.error)) return priced;
    }
    return keep(ok(next));
  }

  async function ensureStored(email?: string): StoredResult {
    const cart = current();
    if (cart.products.length === 0) return err(cartEmpty);
    const stored = await store(cart, email);
    return stored.ok ? identified(stored.value) : stored;
  }

  const add = async (additions: readonly Addition[]): CartResult => {
    const refusal = refusalOf(current(), additions, notifications);
    if (refusal !== null) return err(refusal);
    return changeLines(
      ...additions.map(({ item, bundle_offers }) => ({ type: 1 as const, item, bundle_offers })),
    );
  };

  return {
    runChange: (change) => tabLock.runAlone('guest_cart', change),
    async load() {
      const cart = current();
      const id = cart.bundle_cart_unique_id;
      if (!needsCartRefresh(cart) || id === null) return ok(cart);
      const response = await shopApi.getCart({ params: { id } });
      const known = response.ok ? withOwnProperties(response.value, cart) : null;
      if (known !== null && hasSameLines(known, cart)) return keep(ok({ ...known, error: null }));
      if (!response.ok && response.error.status !== 404) return ok(cart);
      // An earlier change was not stored on the server, so the lines in the browser are newer.
      const stored = await store(cart);
      return stored.ok ? stored : ok(cart);
    },
    lastKnown: current,
    add,
    setQuantity: (name, quantity) =>
      changeLines({ type: 3, ...name, quantity, is_stored: localCart.readGuestCart() !== null }),
    setProperties: (line_id, custom_properties) => changeLines({ type: 5, line_id, custom_properties }),
    remove: (name) => changeLines({ type: 2, ...name }),
    ...createGuestSavedItems({ shopApi, localCart, notifications }, { current, changeLines, add }),
    async applyCode(code, campaign) {
      const stored = await ensureStored();
      if (!stored.ok) return stored;
      return keep(await shopApi.applyCode({ body: { id: stored.value.id, code, campaign } }));
    },
    async cancelCode() {
      const cart = current();
      const id = cart.bundle_cart_unique_id;
      return id === null ? ok(cart) : keep(await shopApi.cancelBundleCode({ body: { id } }));
    },
    async saveBuyer(buyer, email) {
      const stored = await ensureStored(email);
      return stored.ok ? keep(await sendBuyer(shopApi, { id: stored.value.id, email, ...buyer })) : stored;
    },
    ensureStored,
    keepCopy() {},
  };
}

/** Why the limits of a product do not allow these additions, after its notification was shown; null when they do. */
function refusalOf(
  cart: Cart,
  additions: readonly Addition[],
  notifications: CartNotifications,
): CartRefusal | null {
  const present = quantities(cart.products);
  for (const { item, quantity } of additions) {
    const { product_id, product_data } = item;
    const { max_quantity, stock } = product_data;
    const wanted = (present.get(product_id) ?? 0) + quantity;
    const error = validateQuantity({ max_quantity, stock, is_owned: false }, wanted);
    if (error === null) continue;
    const error_limit = { product_id, quantity: highestOf(product_data) };
    notifications.refused({ error, error_limit }, [item]);
    return { code: error };
  }
  return null;
}

/**
 * Replaces the cart on the server. If it no longer exists there, stores a new one and applies the code again.
 */
async function storeOnServer(
  shopApi: ShopApi,
  cart: Cart,
  email: string | undefined,
): Promise<Result<Cart, CallFailure>> {
  const { bundle_cart_unique_id: id, code } = cart;
  const body = { products: toRequestedLines(cart), email };
  const response = await shopApi.storeGuestCart({ body: { id: id ?? undefined, ...body } });
  if (response.ok || id === null || !isGone(response.error)) return response;
  const renewed = await shopApi.storeGuestCart({ body });
  return renewed.ok && code !== null ? ok(await reapply(shopApi, renewed.value, code)) : renewed;
}

async function reapply(shopApi: ShopApi, cart: Cart, code: string): Promise<Cart> {
  const id = cart.bundle_cart_unique_id;
  if (id === null) return cart;
  const response = await shopApi.applyCode({ body: { id, code, campaign: null } });
  if (response.ok) return response.value;
  const refusal = couponRefusals.find((known) => known === response.error.code) ?? 'UNKNOWN';
  return { ...cart, code, code_error: refusal };
}
