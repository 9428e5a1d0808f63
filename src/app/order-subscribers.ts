import { giftOrders } from '#server/gifts/issue-gift-codes.ts';
import type { OrderSubscriber } from '#server/order-events.ts';
import { refundOrders } from '#server/refunds/request-refund.ts';
import type { ServerContext } from '#server/server-context.ts';
import { subscriptionOrders } from '#server/subscriptions/follow-orders.ts';

/** Who acts on what happens to orders; refunds last, because they take back what the others gave. */
export const orderSubscribers: readonly OrderSubscriber<ServerContext>[] = [
  subscriptionOrders,
  giftOrders,
  refundOrders,
];
