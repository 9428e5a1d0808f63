import { createPayOrder } from '#core/use-cases/pay-order.ts';
import { createPlaceOrder } from '#core/use-cases/place-order.ts';
import { createRememberPlacedOrders } from '#core/use-cases/remember-placed-orders.ts';
import { createSettleOrder } from '#core/use-cases/settle-order.ts';
import { createStartPayment } from '#core/use-cases/start-payment.ts';
import { createWatchOrder } from '#core/use-cases/watch-order.ts';
import type { ServiceContainer } from './bind.ts';

/** Binds the way from the cart to the paid order. */
export function bindOrderUseCases({ bind }: ServiceContainer): void {
  bind('placed_orders', createRememberPlacedOrders, ['local_storage']);
  bind('settleOrder', createSettleOrder, [
    'analytics',
    'cart',
    'loadCart',
    'local_cart',
    'placed_orders',
    'session',
    'tab_lock',
  ]);
  bind('placeOrder', createPlaceOrder, [
    'analytics',
    'cart',
    'cookies',
    'nameCart',
    'orders',
    'placed_orders',
    'readAttribution',
    'session',
  ]);
  bind('startPayment', createStartPayment, ['cookies', 'orders']);
  bind('payOrder', createPayOrder, ['analytics', 'cart', 'cookies', 'orders', 'settleOrder', 'timers']);
  bind('watchOrder', createWatchOrder, ['cookies', 'orders', 'settleOrder', 'timers']);
}
