import type { Order } from '#core/model/order.ts';
import { purchaseEvent } from '#core/rules/analytics.ts';
import { isCompleted } from '#core/rules/order.ts';
import type { CartStore } from '#core/state/cart-store.ts';
import type { SessionStore } from '#core/state/session-store.ts';
import type { Analytics } from '#ports/analytics.ts';
import type { TabLock } from '#ports/tab-lock.ts';
import type { LocalCart } from './keep-local-cart.ts';
import type { PlacedOrders } from './remember-placed-orders.ts';
import type { CartActions } from './shop-actions.ts';

interface Dependencies {
  readonly session: SessionStore;
  readonly cart: CartStore;
  readonly local_cart: LocalCart;
  readonly placed_orders: PlacedOrders;
  readonly tab_lock: TabLock;
  readonly analytics: Analytics;
  readonly loadCart: CartActions['loadCart'];
}

/**
 * Deals with an order that is complete (specification §4 "Order"): reports the purchase, and empties the cart it came
 * from. Once per order over all tabs, and only in the browser that placed it; a newer cart is left alone.
 */
export function createSettleOrder(dependencies: Dependencies) {
  const { session, cart, local_cart, placed_orders, tab_lock, analytics, loadCart } = dependencies;

  function emptyGuestCart(cart_id: string) {
    if (local_cart.readGuestCart()?.cart.bundle_cart_unique_id !== cart_id) return;
    local_cart.empty();
    if (session.snapshot.status === 'guest') cart.clear();
  }

  /** What waits for a transfer is ordered: its cart is empty on the host, but nothing is purchased yet. */
  async function leaveCart(order: Order): Promise<void> {
    const placed = placed_orders.find(order.id);
    if (placed === null) return;
    emptyGuestCart(placed.cart_id);
    if (session.snapshot.status === 'logged_in') await loadCart();
  }

  return async (order: Order): Promise<void> => {
    if (order.state === 'awaiting_payment') return leaveCart(order);
    if (!isCompleted(order)) return;
    const isFirst = await tab_lock.runAlone('placed_orders', async () => {
      const placed = placed_orders.find(order.id);
      if (placed === null || placed.is_settled) return false;
      placed_orders.note({ ...placed, is_settled: true });
      emptyGuestCart(placed.cart_id);
      return true;
    });
    if (!isFirst) return;
    analytics.track(purchaseEvent(order));
    if (session.snapshot.status === 'logged_in') await loadCart();
  };
}

export type SettleOrder = ReturnType<typeof createSettleOrder>;
