import { giftOrders } from '#server/gifts/issue-gift-codes.ts';
import type { OrderSubscriber } from '#server/order-events.ts';
import { refundOrders } from '#server/refunds/create-refund.ts';
import type { ServerContext } from '#server/server-context.ts';
import { subscriptionOrders } from '#server/subscriptions/follow-orders.ts';
import { webhookOrders } from '#server/webhooks/report-orders.ts';

/** The modules that handle order events. Refunds are last, because they undo effects of the other modules. */
export const orderSubscribers: readonly OrderSubscriber<ServerContext>[] = [
  subscriptionOrders,
  giftOrders,
  webhookOrders,
  refundOrders,
];
