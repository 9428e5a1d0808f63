import type { BillingContact, PostalAddress } from '#core/model/address.ts';
import type { Cart, CartItem, CustomProperties } from '#core/model/cart.ts';
import type { BundleOffer, ProductCard } from '#core/model/product.ts';
import type { StoredCart } from '#core/model/stored-cart.ts';
import { err, failureOf, ok } from '#core/rules/basics/result.ts';
import { createCartItem, settableQuantity, toProductData } from '#core/rules/carts/apply-cart-action.ts';
import { toRequestedLines } from '#core/rules/carts/cart-in-storage.ts';
import { isNamed } from '#core/rules/carts/cart-lines.ts';
import { missingProducts } from '#core/rules/catalogue/bundles.ts';
import { toTrackedItem } from '#core/rules/tracking/analytics-events.ts';
import type { ApiResult, StorefrontContext } from '#core/storefront/kernel/context.ts';
import { createQueue } from '#core/storefront/kernel/store.ts';
import type { ReadAttribution } from '#core/storefront/tracking/read-attribution.ts';
import type { ShopApi } from '#ports/shop-api.ts';
import type { CartNotifications } from './cart-notifications.ts';
import {
  type Addition,
  type CartChange,
  type CartRepository,
  type CartResult,
  type CartTask,
  cartId,
  createLearnerCartRepository,
} from './cart-repository.ts';
import { createFollowGuestCart } from './follow-guest-cart.ts';
import { createGuestCartRepository } from './guest-cart-repository.ts';
import type { LocalCartRepository } from './local-cart-repository.ts';
import { reapplyCodes } from './reapply-codes.ts';

interface WantedProduct {
  readonly product: ProductCard;
  readonly quantity: number;
  readonly custom_properties?: CustomProperties;
}

function toAddition({ product, quantity, custom_properties = {} }: WantedProduct): Addition {
  const item = createCartItem(product.id, toProductData(product), quantity, custom_properties);
  return { item, quantity, bundle_offers: product.bundle_offers };
}

export type CartActions = ReturnType<typeof createCartActions>;

export function createCartActions(
  { shopApi, stores: { cart, session } }: StorefrontContext,
  { change, loadCart }: CartChanges,
  notifications: CartNotifications,
) {
  const add = (wanted: readonly WantedProduct[]): CartResult =>
    change({ type: 'add', additions: wanted.map(toAddition) });

  return {
    /** Adds `quantity` pieces of a product; refused if the product's limit would be exceeded. */
    addToCart: (wanted: WantedProduct): CartResult => add([wanted]),
    /** Adds several products: all of them, or none. */
    addProducts: add,
    /** Restores a removed line, with the bundle offers that contain its product. */
    putBackIntoCart: (line: Addition): CartResult => change({ type: 'add', additions: [line] }),
    /**
     * Adds one piece of each missing product of an offer: all of them, or none. The products of an offer do not contain
     * their other offers, which a guest's cart needs for its price, so these are requested.
     */
    async addBundle(offer: BundleOffer): CartResult {
      const listed = session.snapshot.status === 'guest' ? await shopApi.listBundles() : null;
      const known = listed?.ok === true ? listed.value : [offer];
      const missing = missingProducts(
        offer,
        cart.snapshot.cart.products.map((item) => item.product_id),
      );
      const additions = offer.products
        .filter(({ product_id }) => missing.includes(product_id))
        .map(({ product_id, product_data }) => ({
          item: createCartItem(product_id, product_data),
          quantity: 1,
          bundle_offers: known.filter(({ product_ids }) => product_ids.includes(product_id)),
        }));
      return change({ type: 'add', additions });
    },
    /**
     * Sets the quantity of a line, from 1 up to limit and stock of the product; above that, a notification shows the
     * highest possible quantity. Without a line id, the first line of the product is changed.
     */
    setCartQuantity(product_id: string, quantity: number, line_id?: string): CartResult {
      const wanted = { type: 'set_quantity', product_id, line_id, quantity } as const;
      const { products } = cart.snapshot.cart;
      const line = products.find((item) => isNamed(wanted, item));
      if (line !== undefined && quantity > settableQuantity(products, line)) {
        notifications.limited(line.product_data);
      }
      return change(wanted);
    },
    /** Replaces the properties of a line (recipient, day, greeting, delivery). Lines that become equal are combined. */
    editCartLine: (line_id: string, custom_properties: CustomProperties): CartResult =>
      change({ type: 'set_properties', line_id, custom_properties }),
    /** Removes a line, or all lines of a product. Shows a notification when the cart becomes empty. */
    removeFromCart: (product_id: string, line_id?: string): CartResult =>
      change({ type: 'remove', product_id, line_id }),
    loadCart,
    /** Applies a coupon (replacing another one) or a voucher. Refused as a `CouponRefusal` or `CREDIT_PAYS_MORE`. */
    applyCoupon: (code: string, campaign?: string): CartResult =>
      change({ type: 'apply_code', code, campaign: campaign ?? null }),
    /** Removes coupon or voucher. */
    cancelCode: (only: 'coupon' | 'voucher'): CartResult => change({ type: 'cancel_code', only }),
    /**
     * Sets the shipping address, which determines the shipping cost, or name and country if no address is needed.
     * `email` is for guests only.
     */
    saveBuyer: (buyer: PostalAddress | BillingContact, email?: string): CartResult =>
      change({ type: 'save_buyer', buyer, email }),
  };
}

export type CartChanges = ReturnType<typeof createCartChanges>;

/**
 * Creates the functions that change the cart, one change after the other. A change applies to the cart of the user who
 * is logged in when it runs. A learner's change is discarded if the session in which it was requested has ended before
 * it runs. Results that arrive after the end of their session are not shown.
 */
export function createCartChanges(
  context: StorefrontContext,
  localCart: LocalCartRepository,
  notifications: CartNotifications,
  readAttribution: ReadAttribution,
) {
  const { tabBroadcast, tabLock } = context;
  const { cart, session } = context.stores;
  const queue = createQueue();
  const guestCart = createGuestCartRepository(context, localCart, notifications);

  function currentRepository(): CartRepository {
    const { snapshot } = session;
    if (snapshot.status === 'guest') return guestCart;
    const { sub } = snapshot.learner;
    return createLearnerCartRepository(context, localCart, notifications, readAttribution, sub);
  }

  /** Tells a learner's other tabs to reload the cart; a guest's tabs follow the browser's storage. */
  function announce(): void {
    if (session.snapshot.status === 'logged_in') tabBroadcast.send('cart_changed');
  }

  /** Runs a task after all earlier ones, and shows the result in this tab. */
  function run(task: CartTask): CartResult {
    const { generation, snapshot } = session;
    return queue.run(() => runNow(task, snapshot.status === 'logged_in' ? generation : null));
  }

  /** Runs a task. `learnerSession` is the session of the learner who requested it; null for a guest. */
  async function runNow(task: CartTask, learnerSession: number | null): CartResult {
    const { generation } = session;
    const { cart: before, status } = cart.snapshot;
    if (learnerSession !== null && learnerSession !== generation) return ok(before);
    const repository = currentRepository();
    cart.beginChange(changedLine(before, task));
    const isGuest = repository === guestCart;
    const work = () =>
      // Changes of a guest's other tabs must not be reported as changes of this one.
      runAndReport(context, notifications, repository, task, isGuest ? repository.lastKnown() : before);
    const result = await (isGuest ? tabLock.runAlone('guest_cart', work) : work());
    if (session.generation !== generation) return result;
    if (result.ok) {
      repository.keepCopy(result.value);
      cart.replace(result.value);
    } else if (task.type === 'load' && status === 'loading') {
      cart.replace(repository.lastKnown());
    } else {
      cart.settle();
    }
    return result;
  }

  /** Makes a change and tells the learner's other tabs. */
  async function change(wanted: CartChange): CartResult {
    const result = await run(wanted);
    if (result.ok) announce();
    return result;
  }

  /**
   * Returns the id of the cart on the server; a guest's cart is first stored there, with this e-mail. Fails with the
   * code of the refusal if the server refuses the cart.
   */
  async function ensureCartId(email?: string): ApiResult<string> {
    const stored = await run({ type: 'store', email });
    if (stored.ok) return cartId(stored.value);
    return err('detail' in stored.error ? stored.error : failureOf(stored.error.code));
  }

  async function mergeOnce(): Promise<void> {
    const { generation, snapshot } = session;
    const stored = localCart.readGuestCart();
    if (snapshot.status !== 'logged_in' || stored === null) return;
    const { cart: guest } = stored;
    if (guest.products.length === 0) {
      localCart.empty();
      return;
    }
    const merged = await mergeStored(context, notifications, stored);
    if (session.generation !== generation) return;
    if (!merged.ok) {
      notifications.mergeFailed();
      return;
    }
    localCart.empty();
    localCart.saveLearnerCart(snapshot.learner.sub, merged.value.cart);
    cart.replace(merged.value.cart);
    announce();
    const names = new Map(guest.products.map((item) => [item.product_id, item.product_data.product_name]));
    notifications.merged(merged.value.changes, (productId) => names.get(productId) ?? productId);
  }

  return {
    change,
    followGuestCart: createFollowGuestCart(context, localCart, queue),
    /** Loads the cart and shows it in this tab. If that fails and no cart is shown yet, shows the browser's copy. */
    loadCart: (): CartResult => run({ type: 'load' }),
    announce,
    ensureCartId,
    /**
     * Merges the guest's cart into the cart of the logged-in learner. If the merge fails, a notification is
     * shown and the guest's cart is kept for the next time. Does not reject, so a login succeeds even if the
     * merge fails.
     */
    mergeGuestCart: (): Promise<void> => queue.run(() => tabLock.runAlone('guest_cart', mergeOnce)),
  };
}

/** Merges a stored guest's cart. If the server has deleted it, its codes are applied again. */
async function mergeStored(
  { shopApi }: StorefrontContext,
  notifications: CartNotifications,
  { merge_id, cart: guest, campaign, voucher }: StoredCart,
): ReturnType<ShopApi['mergeCart']> {
  const id = guest.bundle_cart_unique_id;
  const products = toRequestedLines(guest);
  const is_without_free = guest.code_error !== null;
  const merged = await shopApi.mergeCart({
    body: { merge_id, products, bundle_cart_unique_id: id ?? undefined, is_without_free },
  });
  if (!merged.ok || id === null) return merged;
  const { cart, changes } = merged.value;
  const code = cart.code === null ? guest.code : null;
  if (code === null && voucher === undefined) return merged;
  const known = await shopApi.getCart({ params: { id } });
  if (known.ok) return merged;
  if (known.error.code !== 'NOT_FOUND') return known;
  const reapplied = await reapplyCodes(shopApi, cart, { code, campaign, voucher });
  if (!reapplied.ok) return reapplied;
  const { refusedVoucher, refusedCoupon } = reapplied.value;
  for (const refused of [refusedVoucher, refusedCoupon]) {
    if (refused !== undefined) notifications.codeRefused(refused);
  }
  return ok({ cart: reapplied.value.cart, changes });
}

/** Returns the line that a task changes; null if it changes several lines or none. */
function changedLine({ products }: Cart, task: CartTask): string | null {
  switch (task.type) {
    case 'add':
      return task.additions.length === 1 ? (task.additions[0]?.item.line_id ?? null) : null;
    case 'remove':
    case 'set_quantity':
      return products.find((item) => isNamed(task, item))?.line_id ?? null;
    case 'set_properties':
      return task.line_id;
    default:
      return null;
  }
}

/**
 * Runs a task. Reports added and removed pieces to analytics (docs/behaviour/tracking.md#changes-of-the-cart), and
 * tells the shopper when the cart has become empty.
 */
async function runAndReport(
  { analytics }: StorefrontContext,
  notifications: CartNotifications,
  repository: CartRepository,
  task: CartTask,
  before: Cart,
): CartResult {
  const result = await repository.run(task);
  if (!result.ok) return result;
  const { products } = result.value;
  const track = (item: CartItem, pieces: number) => {
    if (pieces === 0) return;
    const name = pieces > 0 ? 'add_to_cart' : 'remove_from_cart';
    analytics.track({ name, item: toTrackedItem({ ...item, quantity: Math.abs(pieces) }) });
  };
  if (task.type === 'add') {
    for (const { item } of task.additions) track(item, item.quantity);
  } else if ('product_id' in task) {
    const named = before.products.filter((item) => isNamed(task, item));
    if (named.length > 0 && products.length === 0) notifications.emptied();
    for (const item of named) {
      const left = products.find(({ line_id }) => line_id === item.line_id)?.quantity ?? 0;
      track(item, left - item.quantity);
    }
  }
  return result;
}
