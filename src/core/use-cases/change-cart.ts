import type { Cart } from '#core/model/cart.ts';
import { needsShippingCost, withTotals } from '#core/rules/cart.ts';
import { ok } from '#core/rules/result.ts';
import type { CartStore } from '#core/state/cart-store.ts';
import type { Queue } from '#core/state/queue.ts';
import type { SessionStore } from '#core/state/session-store.ts';
import type { TabLock } from '#ports/tab-lock.ts';
import type { UserCarts } from '#ports/user-carts.ts';
import type { LocalCart } from './keep-local-cart.ts';
import type { CartAnswer } from './shop-actions.ts';

interface Dependencies {
  readonly session: SessionStore;
  readonly cart: CartStore;
  readonly cart_queue: Queue;
  readonly tab_lock: TabLock;
  readonly user_carts: UserCarts;
  readonly local_cart: LocalCart;
}

/** A change of the cart, for a guest and for a learner. Both answer the whole cart as it is then. */
export interface CartChange {
  /** The line concerned, null for the whole cart. */
  readonly product_id: string | null;
  /** Runs while no other tab changes the guest's cart; it reads and keeps the local cart itself. */
  asGuest(): CartAnswer;
  asLearner(sub: string): CartAnswer;
}

/**
 * Runs changes of the cart one after the other and shows their outcome. Whoever is logged in when a change's turn
 * comes decides whose cart it changes. What was begun in a session that has ended meanwhile is not done, and an answer
 * that comes after its session ended is not shown: logout wins.
 */
export function createChangeCart(dependencies: Dependencies) {
  const { session, cart, cart_queue, tab_lock, user_carts, local_cart } = dependencies;

  async function withShippingCost(learnerCart: Cart): Promise<Cart> {
    if (learnerCart.products.length === 0 || !needsShippingCost(learnerCart, true)) return learnerCart;
    const answer = await user_carts.getShippingCost(null);
    if (!answer.ok || answer.value === null) return learnerCart;
    return withTotals({ ...learnerCart, shipping_cost: answer.value });
  }

  async function changeAsLearner(change: CartChange, sub: string): CartAnswer {
    const generation = session.generation;
    const answer = await change.asLearner(sub);
    const next = answer.ok ? await withShippingCost(answer.value) : null;
    if (session.generation !== generation) return answer;
    if (next === null) {
      cart.settle();
      return answer;
    }
    local_cart.saveLearnerCart(sub, next);
    cart.replace(next);
    return ok(next);
  }

  async function changeAsGuest(change: CartChange): CartAnswer {
    const generation = session.generation;
    const answer = await tab_lock.runAlone('guest_cart', () => change.asGuest());
    if (session.generation !== generation) return answer;
    if (answer.ok) cart.replace(answer.value);
    else cart.settle();
    return answer;
  }

  return (change: CartChange): CartAnswer => {
    const begun = { generation: session.generation, by: session.snapshot.status };
    return cart_queue.run(async () => {
      const now = session.snapshot;
      const hasEnded = begun.by === 'logged_in' && begun.generation !== session.generation;
      if (hasEnded) return ok(cart.snapshot.cart);
      cart.beginChange(change.product_id);
      return now.status === 'logged_in' ? changeAsLearner(change, now.learner.sub) : changeAsGuest(change);
    });
  };
}

export type ChangeCart = ReturnType<typeof createChangeCart>;
