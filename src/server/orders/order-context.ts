import type { CartContext } from '#server/carts/cart-context.ts';
import type { OrderSubscriber } from './order-events.ts';

/** Dependencies of services that change orders. */
export interface OrderContext extends CartContext {
  /** Areas that react to paid, refused and refunded orders. */
  readonly orderSubscribers: readonly OrderSubscriber<OrderContext>[];
  /**
   * True when the calling operator has no fresh proof: only refunds that need none are allowed. Undefined: no proof is
   * required.
   */
  readonly lacksRefundProof?: boolean;
}
