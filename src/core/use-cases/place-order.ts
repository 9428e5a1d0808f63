import { toTrackedItem, trackedValue } from '#core/rules/analytics.ts';
import { ok } from '#core/rules/result.ts';
import type { CartStore } from '#core/state/cart-store.ts';
import type { SessionStore } from '#core/state/session-store.ts';
import type { Analytics } from '#ports/analytics.ts';
import type { Cookies } from '#ports/cookies.ts';
import type { Orders } from '#ports/orders.ts';
import type { NameCart } from './name-cart.ts';
import { keepOrderToken } from './order-token-cookie.ts';
import type { ReadAttribution } from './read-attribution.ts';
import type { PlacedOrders } from './remember-placed-orders.ts';
import type { OrderActions } from './shop-actions.ts';

interface Dependencies {
  readonly cart: CartStore;
  readonly session: SessionStore;
  readonly cookies: Cookies;
  readonly orders: Orders;
  readonly analytics: Analytics;
  readonly nameCart: NameCart;
  readonly placed_orders: PlacedOrders;
  readonly readAttribution: ReadAttribution;
}

/** Makes the cart's one open order (decisions §4). A guest's cart is brought to the host first. */
export function createPlaceOrder(dependencies: Dependencies): OrderActions['placeOrder'] {
  const { cart, session, cookies, orders, analytics, nameCart, placed_orders, readAttribution } =
    dependencies;
  return async ({ email, gift_pdf_product_ids }) => {
    const cart_id = await nameCart(email);
    if (!cart_id.ok) return cart_id;
    const { products } = cart.snapshot.cart;
    const answer = await orders.create({
      cart_id: cart_id.value,
      email: session.snapshot.status === 'guest' ? (email ?? null) : null,
      products: products.map(({ product_id }) => ({
        product_id,
        is_gift_pdf: gift_pdf_product_ids.includes(product_id),
      })),
      attribution: readAttribution(products),
    });
    if (!answer.ok) return answer;
    const { order, order_token } = answer.value;
    if (order_token !== null) keepOrderToken(cookies, order.id, order_token);
    placed_orders.note({ order_id: order.id, cart_id: cart_id.value, is_settled: false });
    const items = products.map(toTrackedItem);
    analytics.track({ name: 'begin_checkout', items, value: trackedValue(items) });
    return ok(order);
  };
}
