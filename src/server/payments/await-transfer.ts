import type { Transaction } from 'kysely';
import { defaultLocale, isLocale } from '#core/rules/locale.ts';
import type { PaymentMethodSummary } from '#core/rules/payment.ts';
import type { Database } from '#server/database/schema.ts';
import { enqueueMail } from '#server/mail/enqueue-mail.ts';
import { emptyCart } from '#server/orders/empty-cart.ts';
import type { OrderRow } from '#server/orders/find-order.ts';
import { moveOrder } from '#server/orders/move-order.ts';
import type { HostContext } from '#server/server-context.ts';

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
