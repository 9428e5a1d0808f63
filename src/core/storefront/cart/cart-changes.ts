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
 * The changes of the cart. All of them wait in one queue, so they end as if done one after the other; whoever is logged
 * in when a change's turn comes decides whose cart it changes. A change that was begun in a session that has ended
 * meanwhile is not made, and a result that comes after its session ended is not shown: logout wins.
 */
export function createCartChanges(
  context: StorefrontContext,
  localCart: LocalCartRepository,
  notifications: CartNotifications,
  readAttribution: ReadAttribution,
) {
  const { shopApi, tabLock } = context;
  const { cart, session } = context.stores;
  const queue = createQueue();
  const guestCart = createGuestCartRepository(context, localCart, notifications);

  function currentRepository(): CartRepository {
    const { snapshot } = session;
    if (snapshot.status === 'guest') return guestCart;
    const { sub } = snapshot.learner;
    return createLearnerCartRepository(context, localCart, notifications, readAttribution, sub);
  }

  /** Makes a change and shows its result. `lineId` is the line concerned, null for the whole cart. */
  function change(lineId: string | null, work: (repository: CartRepository) => CartResult): CartResult {
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
   * The id under which the server keeps the cart, after storing a guest's there with this e-mail. What the server refuses
   * about the cart fails with that code and status 409.
   */
  async function ensureCartId(email?: string): ApiResult<string> {
    const result = await change(null, async (repository) => {
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
    const names = new Map(guest.products.map((item) => [item.product_id, item.product_data.product_name]));
    notifications.merged(response.value.changes, (productId) => names.get(productId) ?? productId);
  }

  return {
    change,
    ensureCartId,
    /**
     * Merges the guest's cart into that of the learner who is logged in now. A merge that fails shows a notification,
     * keeps the guest's cart for the next time, and never fails what it is part of.
     */
    mergeGuestCart: (): Promise<void> => queue.run(() => tabLock.runAlone('guest_cart', mergeOnce)),
  };
}
