import type { Subscriber } from 'rxjs';
import { Observable } from 'rxjs';
import type { Order } from '#core/model/order.ts';
import { isSettling } from '#core/rules/order.ts';
import type { Cookies } from '#ports/cookies.ts';
import type { Orders } from '#ports/orders.ts';
import type { Timers } from '#ports/timers.ts';
import { readOrderToken } from './order-token-cookie.ts';
import type { SettleOrder } from './settle-order.ts';
import type { OrderActions } from './shop-actions.ts';

interface Dependencies {
  readonly cookies: Cookies;
  readonly orders: Orders;
  readonly timers: Timers;
  readonly settleOrder: SettleOrder;
}

/** The pause between two questions grows from the first of these to the second, in milliseconds. */
const firstPause = 1000;
const longestPause = 15_000;

/** Watches an order while its payment is open (decisions §4). An outage is waited out; a refusal ends the watch. */
export function createWatchOrder(dependencies: Dependencies): OrderActions['watchOrder'] {
  const { cookies, orders, timers, settleOrder } = dependencies;

  function watch(order_id: string, subscriber: Subscriber<Order>): () => void {
    let callOff = () => {};
    let shown = '';

    async function ask(pause: number): Promise<void> {
      const answer = await orders.get(order_id, readOrderToken(cookies, order_id));
      if (subscriber.closed) return;
      if (!answer.ok && answer.error.status > 0 && answer.error.status < 500) {
        subscriber.error(answer.error);
        return;
      }
      if (answer.ok) {
        await settleOrder(answer.value);
        const text = JSON.stringify(answer.value);
        if (text !== shown) subscriber.next(answer.value);
        shown = text;
        if (!isSettling(answer.value.state)) {
          subscriber.complete();
          return;
        }
      }
      const next = Math.min(pause * 1.5, longestPause);
      callOff = timers.schedule(pause, () => void ask(next));
    }

    void ask(firstPause);
    return () => callOff();
  }

  return (order_id) => new Observable((subscriber) => watch(order_id, subscriber));
}
