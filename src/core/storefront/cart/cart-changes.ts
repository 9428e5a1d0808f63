import { err, ok } from '#core/rules/result.ts';
import { toRequestedLines } from '#core/rules/stored-cart.ts';
import type { ApiResult, StorefrontContext } from '#core/storefront/context.ts';
import type { ReadAttribution } from '#core/storefront/marketing/attribution.ts';
import { createQueue } from '#core/storefront/store.ts';
import type { CartNotifications } from './cart-notifications.ts';
import type { CartRepository, CartResult } from './cart-repository.ts';
import { cartEmpty } from './cart-repository.ts';
import { createGuestCartRepository } from './guest-cart-repository.ts';
import { createLearnerCartRepository } from './learner-cart-repository.ts';
import type { LocalCartRepository } from './local-cart-repository.ts';

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
  const { shopApi, tabBroadcast, tabLock } = context;
  const { cart, session } = context.stores;
  const queue = createQueue();
  const guestCart = createGuestCartRepository(context, localCart, notifications);

  function currentRepository(): CartRepository {
    const { snapshot } = session;
    if (snapshot.status === 'guest') return guestCart;
    const { sub } = snapshot.learner;
    return createLearnerCartRepository(context, localCart, notifications, readAttribution, sub);
  }

  /** Runs a change and tells the other tabs of a learner, which then read the cart again. */
  async function change(lineId: string | null, work: (repository: CartRepository) => CartResult): CartResult {
    const result = await show(lineId, work);
    if (result.ok) announce();
    return result;
  }

  /** A guest's tabs follow the browser's storage instead. */
  function announce(): void {
    if (session.snapshot.status === 'logged_in') tabBroadcast.send('cart_changed');
  }

  /**
   * Runs a change, or reads the cart, and shows the result in this tab. `lineId` is the changed line, null when
   * the whole cart changes.
   */
  function show(lineId: string | null, work: (repository: CartRepository) => CartResult): CartResult {
    const begun = { generation: session.generation, status: session.snapshot.status };
    return queue.run(async () => {
      const { generation } = session;
      if (begun.status === 'logged_in' && begun.generation !== generation) return ok(cart.snapshot.cart);
      const repository = currentRepository();
      cart.beginChange(lineId);
      const result = await repository.runChange(() => work(repository));
      if (session.generation !== generation) return result;
      if (result.ok) {
        repository.keepCopy(result.value);
        cart.replace(result.value);
      } else {
        cart.settle();
      }
      return result;
    });
  }

  /**
   * Returns the id of the cart on the server; a guest's cart is first stored there, with this e-mail. Fails
   * with status 409 and the code of the refusal when the server refuses the cart.
   */
  async function ensureCartId(email?: string): ApiResult<string> {
    const result = await show(null, async (repository) => {
      const stored = await repository.ensureStored(email);
      return stored.ok ? ok(stored.value.cart) : stored;
    });
    if (!result.ok) {
      return err('status' in result.error ? result.error : { ...cartEmpty, code: result.error.code });
    }
    const id = result.value.bundle_cart_unique_id;
    return id === null ? err(cartEmpty) : ok(id);
  }

  async function mergeOnce(): Promise<void> {
    const { generation, snapshot } = session;
    const stored = localCart.readGuestCart();
    if (snapshot.status !== 'logged_in' || stored === null) return;
    const { merge_id, cart: guest } = stored;
    if (guest.products.length === 0) {
      localCart.empty();
      return;
    }
    const response = await shopApi.mergeCart({
      body: {
        merge_id,
        products: toRequestedLines(guest),
        bundle_cart_unique_id: guest.bundle_cart_unique_id ?? undefined,
      },
    });
    if (session.generation !== generation) return;
    if (!response.ok) {
      notifications.mergeFailed();
      return;
    }
    localCart.empty();
    localCart.saveLearnerCart(snapshot.learner.sub, response.value.cart);
    cart.replace(response.value.cart);
    announce();
    const names = new Map(guest.products.map((item) => [item.product_id, item.product_data.product_name]));
    notifications.merged(response.value.changes, (productId) => names.get(productId) ?? productId);
  }

  return {
    change,
    currentRepository,
    /** Runs a task after all earlier changes of the cart. */
    runInQueue: queue.run,
    /** Reads the cart and shows it in this tab. */
    read: (work: (repository: CartRepository) => CartResult): CartResult => show(null, work),
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
