import { giftOrderSubscriber } from '#server/gifts/issue-gift-codes.ts';
import { contentOrderSubscriber } from '#server/orders/delivery/promise-contents.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import type { OrderSubscriber } from '#server/orders/order-events.ts';
import { webhookOrderSubscriber } from '#server/orders/webhook-order-subscriber.ts';
import { refundOrderSubscriber } from '#server/payments/create-refund.ts';
import { subscriptionOrderSubscriber } from '#server/subscriptions/subscription-order-subscriber.ts';

/**
 * Modules that handle order events, in order: codes are created before their content is promised; refunds are last,
 * because they undo effects of the others.
 */
export const orderSubscribers: readonly OrderSubscriber<OrderContext>[] = [
  subscriptionOrderSubscriber,
  giftOrderSubscriber,
  contentOrderSubscriber,
  webhookOrderSubscriber,
  refundOrderSubscriber,
];
