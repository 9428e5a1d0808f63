import type { Order } from '#core/model/order.ts';
import { toTrackedItem, trackedValue } from '#core/rules/analytics.ts';
import { isCompleted, isSettling } from '#core/rules/order.ts';
import type { CallFailure, Result } from '#core/rules/result.ts';
import type { CartStore } from '#core/state/cart-store.ts';
import type { Analytics } from '#ports/analytics.ts';
import type { Cookies } from '#ports/cookies.ts';
import type { Orders, PaymentRequest } from '#ports/orders.ts';
import type { Timers } from '#ports/timers.ts';
import { readOrderToken } from './order-token-cookie.ts';
import type { SettleOrder } from './settle-order.ts';
import type { OrderActions } from './shop-actions.ts';
import { wait } from './wait.ts';

interface Dependencies {
  readonly cart: CartStore;
  readonly cookies: Cookies;
  readonly orders: Orders;
  readonly timers: Timers;
  readonly analytics: Analytics;
  readonly settleOrder: SettleOrder;
}

/** Pauses before a call without an answer is made again, in milliseconds. */
const pauses = [1000, 3000];

/** No answer, or one that says nothing: whether money moved is open. */
function isOpenQuestion({ code, status }: CallFailure): boolean {
  return code === 'NETWORK' || code === 'UNREADABLE_ANSWER' || status >= 500;
}

/**
 * Pays an order (decisions §4). A call whose outcome is open is made again with the same nonce for the same order, which
 * never charges twice; when there is still no answer, the order itself is asked.
 */
export function createPayOrder(dependencies: Dependencies): OrderActions['payOrder'] {
  const { cart, cookies, orders, timers, analytics, settleOrder } = dependencies;

  async function pay(payment: PaymentRequest): Promise<Result<Order, CallFailure>> {
    const token = readOrderToken(cookies, payment.order_id);
    let answer = await orders.pay(payment, token);
    for (const pause of pauses) {
      if (answer.ok || !isOpenQuestion(answer.error)) return answer;
      await wait(timers, pause);
      answer = await orders.pay(payment, token);
    }
    if (answer.ok || !isOpenQuestion(answer.error)) return answer;
    const known = await orders.get(payment.order_id, token);
    const isUnderWay = known.ok && (isSettling(known.value.state) || isCompleted(known.value));
    return isUnderWay ? known : answer;
  }

  return async ({ billing_address, ...payment }) => {
    const items = cart.snapshot.cart.products.map(toTrackedItem);
    if (payment.nonce !== null) {
      analytics.track({ name: 'add_payment_info', items, value: trackedValue(items) });
    }
    const answer = await pay({ ...payment, billing_address: billing_address ?? null });
    if (answer.ok) await settleOrder(answer.value);
    return answer;
  };
}
