import type { Cart } from '#core/model/cart.ts';
import { couponRefusals } from '#core/model/coupon.ts';
import type { StoredCart } from '#core/model/stored-cart.ts';
import { plainCode } from '#core/model/typed-text.ts';
import { maxLines } from '#core/model/values.ts';
import { type CallFailure, err, ok, type Result } from '#core/rules/basics/result.ts';
import { applyCartAction, needsCartRefresh, withCards } from '#core/rules/carts/apply-cart-action.ts';
import { toRequestedLines, withOwnProperties } from '#core/rules/carts/cart-in-storage.ts';
import { highestQuantityOf, quantities, validateQuantity } from '#core/rules/carts/cart-lines.ts';
import { emptyCart } from '#core/rules/carts/empty-cart.ts';
import type { StorefrontContext } from '#core/storefront/kernel/context.ts';
import type { ShopApi } from '#ports/shop-api.ts';
import { readCards } from './cart-in-language.ts';
import type { CartNotifications, CodeRefusal } from './cart-notifications.ts';
import {
  type Addition,
  type CartRefusal,
  type CartRepository,
  type CartResult,
  type CartTask,
  cartEmpty,
  cartId,
  type LineChange,
  sendBuyer,
} from './cart-repository.ts';
import type { KeptCodes, LocalCartRepository } from './local-cart-repository.ts';
import { reapplyCodes } from './reapply-codes.ts';

/** Returns whether the cart no longer exists on the server or was ordered. Its lines are then stored as a new cart. */
function isGone({ code }: CallFailure): boolean {
  return code === 'NOT_FOUND' || code === 'ORDER_CLOSED';
}

function hasSameLines(one: Cart, other: Cart): boolean {
  return JSON.stringify(toRequestedLines(one)) === JSON.stringify(toRequestedLines(other));
}

/**
 * Creates the repository of a guest's cart: stored in the browser, and on the server for codes, addresses and orders.
 */
export function createGuestCartRepository(
  { shopApi, stores }: Pick<StorefrontContext, 'shopApi' | 'stores'>,
  localCart: LocalCartRepository,
  notifications: CartNotifications,
): CartRepository {
  const current = () => localCart.readGuestCart()?.cart ?? emptyCart;
  const keepResponse = createKeepResponse(localCart);
  const readAgain = createReadAgain({ shopApi, stores }, localCart, notifications);

  /** Stores the cart on the server and keeps the priced response in the browser. */
  async function store(cart: Cart, email?: string): CartResult {
    const { campaign, voucher } = localCart.readGuestCart() ?? {};
    const response = await storeOnServer(shopApi, { cart, campaign, voucher, email });
    if (!response.ok) return response;
    const { stored, refusal } = response.value;
    const { error, error_limit } = stored;
    if (error !== null) {
      notifications.refused({ error, error_limit }, cart.products);
      return err({ code: error });
    }
    if (refusal !== undefined) notifications.codeRefused(refusal);
    return keepResponse(ok(stored), { own: cart, voucher: refusal === undefined ? undefined : null });
  }

  /**
   * Changes the cart in the browser. The server then prices a cart with a code or discounts, because only it can
   * compute them. If it cannot be reached, the browser's preview is kept until the next load.
   */
  async function changeLines(change: LineChange): CartResult {
    await readAgain(localCart.isInOtherLanguage);
    // The shown cart stays, and nothing is stored (docs/behaviour/carts.md#cart-actions).
    if (change.type === 'set_quantity' && localCart.readGuestCart() === null) {
      return ok(applyCartAction(stores.cart.snapshot.cart, { ...change, is_stored: false }));
    }
    const before = current();
    const next = applyCartAction(before, change);
    const refusal = change.type === 'add' ? refusalOf(before, next, change.additions, notifications) : null;
    if (refusal !== null) return err(refusal);
    if (needsCartRefresh(next) && next.products.length > 0) {
      const priced = await store(next);
      if (priced.ok || !('detail' in priced.error)) return priced;
    }
    localCart.saveGuestCart(next);
    return ok(next);
  }

  async function ensureStored(email?: string): CartResult {
    const cart = current();
    return cart.products.length === 0 ? err(cartEmpty) : store(cart, email);
  }

  /** Stores the cart on the server, for changes that only the server can make. Returns the id of the stored cart. */
  async function storedId(email?: string): Promise<Result<string, CallFailure | CartRefusal>> {
    const stored = await ensureStored(email);
    return stored.ok ? cartId(stored.value) : stored;
  }

  async function load(): CartResult {
    await readAgain(localCart.isOutdated);
    const cart = current();
    const id = cart.bundle_cart_unique_id;
    if (!needsCartRefresh(cart) || id === null) return ok(cart);
    const response = await shopApi.getCart({ params: { id } });
    const known = response.ok ? withOwnProperties(response.value, cart) : null;
    if (known !== null && hasSameLines(known, cart)) return keepResponse(ok({ ...known, error: null }));
    if (!response.ok && response.error.code !== 'NOT_FOUND') return ok(cart);
    // An earlier change was not stored on the server, so the lines in the browser are newer.
    const stored = await store(cart);
    return stored.ok ? stored : ok(cart);
  }

  async function run(task: CartTask): CartResult {
    switch (task.type) {
      case 'load':
        return load();
      case 'store':
        return ensureStored(task.email);
      case 'apply_code': {
        const id = await storedId();
        if (!id.ok) return id;
        const { code, campaign } = task;
        const applied = await shopApi.applyCode({ body: { id: id.value, code, campaign } });
        // A voucher changes neither the coupon nor its campaign.
        const isCoupon = applied.ok && plainCode(applied.value.code ?? '') === plainCode(code);
        return keepResponse(applied, isCoupon ? { campaign } : { voucher: code });
      }
      case 'cancel_code': {
        const id = current().bundle_cart_unique_id;
        if (id === null) return ok(current());
        const { only } = task;
        const voucher = only === 'voucher' ? null : undefined;
        return keepResponse(await shopApi.cancelCode({ body: { id, only } }), { voucher });
      }
      case 'save_buyer': {
        const { buyer, email } = task;
        const id = await storedId(email);
        return id.ok ? keepResponse(await sendBuyer(shopApi, { id: id.value, email, ...buyer })) : id;
      }
      default:
        return changeLines(task);
    }
  }

  return { run, lastKnown: current, keepCopy() {} };
}

/**
 * Stores a cart from a server response, which is in the language of the page, with properties typed in this browser.
 */
function createKeepResponse(localCart: LocalCartRepository) {
  return <Failure>(
    result: Result<Cart, Failure>,
    { own, ...codes }: KeptCodes & { readonly own?: Cart } = {},
  ): Result<Cart, Failure> => {
    if (!result.ok) return result;
    const cart = withOwnProperties(result.value, own ?? localCart.readGuestCart()?.cart ?? emptyCart);
    localCart.saveGuestCart(cart, { isJustRead: true, ...codes });
    return ok(cart);
  };
}

/**
 * Creates the function that updates prices, limits and texts of the stored cart from the server, if `isDue`. If the
 * call fails, the cart stays unchanged until the next time.
 */
function createReadAgain(
  { shopApi, stores }: Pick<StorefrontContext, 'shopApi' | 'stores'>,
  localCart: LocalCartRepository,
  notifications: CartNotifications,
) {
  return async (isDue: (stored: StoredCart) => boolean): Promise<void> => {
    const stored = localCart.readGuestCart();
    if (stored === null || !isDue(stored)) return;
    const cards = await readCards(shopApi, stored.cart);
    // A payment that ended meanwhile has emptied the cart.
    const newest = localCart.readGuestCart()?.cart;
    if (cards === null || newest === undefined) return;
    const next = withCards(newest, cards);
    localCart.saveGuestCart(next, { isJustRead: true });
    notifications.readAgain(newest, next, stores.locale.snapshot.locale);
  };
}

/** Returns why limits do not allow these additions, and shows a notification; null if they are allowed. */
function refusalOf(
  cart: Cart,
  next: Cart,
  additions: readonly Addition[],
  notifications: CartNotifications,
): CartRefusal | null {
  const present = new Map(quantities(cart.products));
  for (const { item, quantity } of additions) {
    const { product_id, product_data } = item;
    const { max_quantity, stock } = product_data;
    const wanted = (present.get(product_id) ?? 0) + quantity;
    present.set(product_id, wanted);
    const error = validateQuantity({ max_quantity, stock, is_owned: false }, wanted);
    if (error === null) continue;
    const error_limit = { product_id, quantity: highestQuantityOf(product_data) };
    notifications.refused({ error, error_limit }, [item]);
    return { code: error };
  }
  if (next.products.length <= maxLines) return null;
  const error = 'EXCEED_LIMIT';
  notifications.refused({ error, error_limit: null }, []);
  return { code: error };
}

interface CartToStore {
  readonly cart: Cart;
  /** The campaign that was sent with the cart's code. */
  readonly campaign: string | undefined;
  readonly voucher: string | undefined;
  readonly email: string | undefined;
}

interface StoredOnServer {
  readonly stored: Cart;
  /** Why the voucher is no longer accepted. */
  readonly refusal?: CodeRefusal | undefined;
}

/** Replaces the cart on the server. If it no longer exists, stores a new one and applies voucher and coupon again. */
async function storeOnServer(
  shopApi: ShopApi,
  { email, ...known }: CartToStore,
): Promise<Result<StoredOnServer, CallFailure>> {
  const id = known.cart.bundle_cart_unique_id;
  const is_without_free = known.cart.code_error !== null;
  const body = { products: toRequestedLines(known.cart), email, is_without_free };
  const response = await shopApi.storeGuestCart({ body: { id: id ?? undefined, ...body } });
  if (response.ok) return ok({ stored: response.value });
  if (id === null || !isGone(response.error)) return response;
  const renewed = await shopApi.storeGuestCart({ body });
  if (!renewed.ok) return renewed;
  const { code } = known.cart;
  const reapplied = await reapplyCodes(shopApi, renewed.value, { ...known, code });
  if (!reapplied.ok) return reapplied;
  const { cart, refusedVoucher: refusal, refusedCoupon } = reapplied.value;
  const code_error = couponRefusals.find((reason) => reason === refusedCoupon?.failure.code);
  return ok({ stored: code_error === undefined ? cart : { ...cart, code, code_error }, refusal });
}
