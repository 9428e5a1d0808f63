import type { CartContext } from '#server/carts/cart-context.ts';
import type { OrderSubscriber } from './order-events.ts';

/** Dependencies of services that change orders. */
export interface OrderContext extends CartContext {
  /** Areas that react to paid, refused and refunded orders. */
  readonly orderSubscribers: readonly OrderSubscriber<OrderContext>[];
  /** Whether an operator calls who may give back only what takes no fresh proof; absent: nobody is asked for one. */
  readonly lacksRefundProof?: boolean;
}
