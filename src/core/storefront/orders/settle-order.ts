import type { Order } from '#core/model/order.ts';
import { applyCartAction } from '#core/rules/carts/apply-cart-action.ts';
import { lineId } from '#core/rules/carts/cart-lines.ts';
import { emptyCart } from '#core/rules/carts/empty-cart.ts';
import { isCompleted } from '#core/rules/orders/order-states.ts';
import { purchaseEvent } from '#core/rules/tracking/analytics-events.ts';
import type { CartActions } from '#core/storefront/carts/cart-actions.ts';
import type { LocalCartRepository } from '#core/storefront/carts/local-cart-repository.ts';
import type { StorefrontContext } from '#core/storefront/kernel/context.ts';
import type { PlacedOrders } from './placed-orders.ts';
import { createTypedContact } from './typed-contact.ts';

/**
 * Creates a function that settles a paid order: reports the purchase to analytics, empties its cart and deletes the
 * typed contact; later it reports the refund. Each happens once per order in all tabs, and only in the browser that
 * placed the order. A newer cart is not changed.
 */
export function createSettleOrder(
  { analytics, sessionStorage, stores, tabLock }: StorefrontContext,
  localCart: LocalCartRepository,
  placedOrders: PlacedOrders,
  loadCart: CartActions['loadCart'],
  announceCart: () => void,
) {
  const { cart, session } = stores;
  const typedContact = createTypedContact(sessionStorage);

  /** Empties the cart of an order. Lines that another tab added during the payment become a new cart. */
  function emptyGuestCart({ products }: Order, cartId: string) {
    const stored = localCart.readGuestCart()?.cart;
    if (stored?.bundle_cart_unique_id !== cartId) return;
    const ordered = products.map(({ id, custom_properties }) =>
      lineId({ product_id: id, custom_properties }),
    );
    const left = stored.products.filter(({ line_id }) => !ordered.includes(line_id));
    const { bundle_offers } = stored;
    const additions = left.map((item) => ({ item, bundle_offers }));
    const next = applyCartAction(emptyCart, { type: 'add', additions });
    // The new cart needs its own id for merging.
    localCart.empty();
    if (left.length > 0) localCart.saveGuestCart(next, { voucher: null });
    if (session.snapshot.status === 'guest') cart.replace(next);
  }

  async function loadLearnerCart(): Promise<void> {
    if (session.snapshot.status !== 'logged_in') return;
    await loadCart();
    announceCart();
  }

  /**
   * Handles an order that waits for a bank transfer: the server has emptied its cart, but no purchase is
   * reported yet.
   */
  async function leaveCart(order: Order): Promise<void> {
    const placed = placedOrders.find(order.id);
    if (placed === null) return;
    emptyGuestCart(order, placed.cart_id);
    await loadLearnerCart();
  }

  /** Reports the complete refund of an order whose purchase was reported. */
  async function reportRefund(order: Order): Promise<void> {
    await tabLock.runAlone('placed_orders', async () => {
      const placed = placedOrders.find(order.id);
      // An order that was opened by its mailed link was not placed in this browser.
      if (!placed?.is_settled || placed.cart_id === '' || placed.is_refunded === true) return;
      placedOrders.keep({ ...placed, is_refunded: true });
      const { order_code, value } = purchaseEvent(order);
      analytics.track({ name: 'refund', order_code, value });
    });
  }

  return async (order: Order): Promise<void> => {
    const isWaiting = order.state === 'awaiting_payment';
    if (!isWaiting && !isCompleted(order)) return;
    typedContact.forget();
    if (isWaiting) return leaveCart(order);
    const isFirst = await tabLock.runAlone('placed_orders', async () => {
      const placed = placedOrders.find(order.id);
      if (placed === null || placed.is_settled) return false;
      placedOrders.keep({ ...placed, is_settled: true });
      emptyGuestCart(order, placed.cart_id);
      return true;
    });
    if (isFirst) {
      analytics.track(purchaseEvent(order));
      await loadLearnerCart();
    }
    if (order.state === 'refunded') await reportRefund(order);
  };
}
