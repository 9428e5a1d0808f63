import type { Cookies } from '#ports/cookies.ts';
import type { Orders } from '#ports/orders.ts';
import { readOrderToken } from './order-token-cookie.ts';
import type { OrderActions } from './shop-actions.ts';

interface Dependencies {
  readonly cookies: Cookies;
  readonly orders: Orders;
}

/** Gets what the payment step needs (decisions §4): the client token and the order as it is priced now. */
export function createStartPayment({ cookies, orders }: Dependencies): OrderActions['startPayment'] {
  return (order_id) => orders.startPayment(order_id, readOrderToken(cookies, order_id));
}
