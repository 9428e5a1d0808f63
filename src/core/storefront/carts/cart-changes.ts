import type { Cart, CartItem } from '#core/model/cart.ts';
import type { StoredCart } from '#core/model/stored-cart.ts';
import { err, failureOf, ok } from '#core/rules/basics/result.ts';
import { toRequestedLines } from '#core/rules/carts/cart-in-storage.ts';
import { isNamed } from '#core/rules/carts/line-id.ts';
import { toTrackedItem } from '#core/rules/tracking/analytics-events.ts';
import type { ApiResult, StorefrontContext } from '#core/storefront/kernel/context.ts';
import { createQueue } from '#core/storefront/kernel/store.ts';
import type { ReadAttribution } from '#core/storefront/tracking/read-attribution.ts';
import type { ShopApi } from '#ports/shop-api.ts';
import type { CartNotifications } from './cart-notifications.ts';
import {
  type CartChange,
  type CartRepository,
  type CartResult,
  type CartTask,
  cartId,
} from './cart-repository.ts';
import { createFollowGuestCart } from './follow-guest-cart.ts';
import { createGuestCartRepository } from './guest-cart-repository.ts';
import { createLearnerCartRepository } from './learner-cart-repository.ts';
import type { LocalCartRepository } from './local-cart-repository.ts';
import { reapplyCodes } from './reapply-codes.ts';

export type CartChanges = ReturnType<typeof createCartChanges>;

/**
 * Creates the functions that change the cart, one change after the other. A change applies to the cart of the
 * user who is logged in when it runs. A change is discarded when the session in which it was requested has
 * ended; so is a result that arrives after the end of its session.
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

  /** Tells the other tabs of a learner to read the cart again; a guest's tabs follow the browser's storage. */
  function announce(): void {
    if (session.snapshot.status === 'logged_in') tabBroadcast.send('cart_changed');
  }

  /** Does a task after all earlier ones, and shows the result in this tab. */
  function run(task: CartTask): CartResult {
    const { generation, snapshot } = session;
    return queue.run(() => runNow(task, snapshot.status === 'logged_in' ? generation : null));
  }

  /** `learnerSession` is the session of the learner who has asked for the task; null for a guest. */
  async function runNow(task: CartTask, learnerSession: number | null): CartResult {
    const { generation } = session;
    const { cart: before, status } = cart.snapshot;
    if (learnerSession !== null && learnerSession !== generation) return ok(before);
    const repository = currentRepository();
    cart.beginChange(changedLine(before, task));
    const isGuest = repository === guestCart;
    const work = () =>
      // What another tab of a guest did meanwhile is no change of this one.
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

  /** Makes a change, and tells the other tabs of a learner. */
  async function change(wanted: CartChange): CartResult {
    const result = await run(wanted);
    if (result.ok) announce();
    return result;
  }

  /**
   * Returns the id of the cart on the server; a guest's cart is first stored there, with this e-mail. Fails
   * with the code of the refusal when the server refuses the cart.
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
    /** Reads the cart and shows it in this tab. If that fails and no cart is shown yet, the browser's copy is shown. */
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

/** Merges a stored guest's cart, with its codes also when the server has forgotten it. */
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

/** The line that a task changes; null when it changes several, or none that the cart has. */
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
 * Does a task. Tells analytics of the pieces that it added or removed (docs/behaviour/tracking.md#changes-of-the-cart),
 * and the shopper of a cart that has become empty.
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
