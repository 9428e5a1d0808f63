import { toWantedLines } from '#core/rules/stored-cart.ts';
import type { CartStore } from '#core/state/cart-store.ts';
import type { Queue } from '#core/state/queue.ts';
import type { SessionStore } from '#core/state/session-store.ts';
import type { TabLock } from '#ports/tab-lock.ts';
import type { UserCarts } from '#ports/user-carts.ts';
import type { LocalCart } from './keep-local-cart.ts';
import type { CartTrouble } from './tell-cart-trouble.ts';

interface Dependencies {
  readonly session: SessionStore;
  readonly cart: CartStore;
  readonly cart_queue: Queue;
  readonly tab_lock: TabLock;
  readonly user_carts: UserCarts;
  readonly local_cart: LocalCart;
  readonly cart_trouble: CartTrouble;
}

/**
 * Merges the guest's local cart into that of the learner who is logged in now (decisions §3). Once it is merged the
 * local cart is emptied, and what was capped or left out is said. A merge that fails is said too, keeps the local cart
 * for the next time, and stands in nobody's way.
 */
export function createTakeGuestCartOver(dependencies: Dependencies) {
  const { session, cart, cart_queue, tab_lock, user_carts, local_cart, cart_trouble } = dependencies;

  async function merge(): Promise<void> {
    const { generation, snapshot } = session;
    const stored = local_cart.readGuestCart();
    if (snapshot.status !== 'logged_in' || stored === null) return;
    if (stored.cart.products.length === 0) {
      local_cart.empty();
      return;
    }
    const answer = await user_carts.merge({
      merge_id: stored.merge_id,
      lines: toWantedLines(stored.cart),
      guest_cart_id: stored.cart.bundle_cart_unique_id,
    });
    if (session.generation !== generation) return;
    if (!answer.ok) {
      cart_trouble.mergeFailed();
      return;
    }
    local_cart.empty();
    local_cart.saveLearnerCart(snapshot.learner.sub, answer.value.cart);
    cart.replace(answer.value.cart);
    const names = new Map(
      stored.cart.products.map((item) => [item.product_id, item.product_data.product_name]),
    );
    cart_trouble.merged(answer.value.changes, (product_id) => names.get(product_id) ?? product_id);
  }

  return (): Promise<void> => cart_queue.run(() => tab_lock.runAlone('guest_cart', merge));
}

export type TakeGuestCartOver = ReturnType<typeof createTakeGuestCartOver>;
