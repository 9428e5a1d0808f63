import { giftOrders } from '#server/gifts/issue-gift-codes.ts';
import { promisedContents } from '#server/orders/delivery/promise-contents.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import type { OrderSubscriber } from '#server/orders/order-events.ts';
import { webhookOrders } from '#server/orders/report-orders.ts';
import { refundOrders } from '#server/payments/create-refund.ts';
import { subscriptionOrders } from '#server/subscriptions/follow-orders.ts';

/**
 * Modules that handle order events, in order: codes are created before their content is promised; refunds are last,
 * because they undo effects of the others.
 */
export const orderSubscribers: readonly OrderSubscriber<OrderContext>[] = [
  subscriptionOrders,
  giftOrders,
  promisedContents,
  webhookOrders,
  refundOrders,
];
