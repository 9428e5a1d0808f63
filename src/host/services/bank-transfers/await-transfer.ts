import type { Transaction } from 'kysely';
import { defaultLocale, isLocale } from '#core/rules/locale.ts';
import type { PaymentMethodSummary } from '#core/rules/payment.ts';
import type { Database } from '#host/database/schema.ts';
import type { HostContext } from '#host/host-context.ts';
import { enqueueMail } from '#host/services/mail/enqueue-mail.ts';
import { emptyCart } from '#host/services/orders/empty-cart.ts';
import type { OrderRow } from '#host/services/orders/find-order.ts';
import { moveOrder } from '#host/services/orders/move-order.ts';

interface PromisedPayment {
  readonly method: PaymentMethodSummary;
  readonly cause: 'gateway' | 'background' | 'operator';
}

/**
 * The order waits for its money with everything reserved (decisions §4); the buyer is told where to send it. The cart is
 * free for other things meanwhile, so it is emptied and no longer belongs to the order.
 */
export async function awaitTransfer(
  trx: Transaction<Database>,
  context: HostContext,
  order: OrderRow,
  { method, cause }: PromisedPayment,
): Promise<void> {
  await emptyCart(trx, order);
  await moveOrder(trx, context, {
    order,
    event: 'await_payment',
    cause,
    changes: { cart_id: null, payment_method: JSON.stringify(method), last_decline: null },
  });
  await enqueueMail(trx, context, {
    template: 'transfer_awaited',
    recipient: order.email,
    locale: isLocale(order.locale) ? order.locale : defaultLocale,
    facts: { order_id: order.id },
    dedupe_key: `transfer_awaited:${order.id}`,
  });
}
