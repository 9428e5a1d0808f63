import type { Transaction } from 'kysely';
import type { PaymentMethodSummary } from '#core/model/payment.ts';
import { defaultLocale, isLocale } from '#core/rules/basics/locale.ts';
import { stateAfter } from '#core/rules/basics/state-machine.ts';
import { paymentAttemptStateMachine } from '#core/rules/payments/payment-rules.ts';
import { emptyCart, transitionOrder } from '#server/orders/lock-order.ts';
import type { OrderRow } from '#server/orders/order-events.ts';
import { release } from '#server/orders/reservations.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { enqueueMail } from '#server/platform/outbox/enqueue-mail.ts';
import type { ServerContext } from '#server/platform/server-context.ts';

interface PromisedPayment {
  readonly method: PaymentMethodSummary;
  readonly cause: 'gateway' | 'background' | 'operator';
}

/**
 * Puts an order into the state that waits for a bank transfer, with all reservations kept
 * (docs/behaviour/checkout-and-payment.md#bank-transfer-waiting-time), and mails the bank details to the buyer. The
 * cart is emptied and detached from the order, so that the buyer can order other things meanwhile.
 */
export async function awaitTransfer(
  trx: Transaction<Database>,
  context: ServerContext,
  order: OrderRow,
  { method, cause }: PromisedPayment,
): Promise<void> {
  await emptyCart(trx, order);
  await transitionOrder(trx, context, {
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

/** Ways to end an order that was not paid by transfer. */
const ends = {
  /** The last day for the transfer has passed. */
  expire: { cause: 'background', template: 'transfer_expired' },
  /** The operator cancels the order. */
  void: { cause: 'operator', template: 'transfer_called_off' },
} as const;

/**
 * Ends a locked order that waits for a transfer: releases stock, coupon and voucher, closes its payment attempt, and
 * informs the buyer by mail. `receiveTransfer` refuses money that arrives later.
 */
export async function endTransfer(
  trx: Transaction<Database>,
  context: ServerContext,
  order: OrderRow,
  event: keyof typeof ends,
): Promise<void> {
  const { cause, template } = ends[event];
  const state = stateAfter(paymentAttemptStateMachine, 'awaiting_payment', event);
  const settled_at = new Date(context.clock.now());
  await trx
    .with('closed', (closing) =>
      closing
        .updateTable('bank_transfers')
        .set({ state: 'closed', settled_at })
        .where('order_code', '=', order.code)
        .where('state', '=', 'awaiting'),
    )
    .updateTable('payment_attempts')
    .set({ state, settled_at, begun_from: null })
    .where('order_id', '=', order.id)
    .where('state', '=', 'awaiting_payment')
    .execute();
  await release(trx, context, order);
  await transitionOrder(trx, context, { order, event, cause });
  await enqueueMail(trx, context, {
    template,
    recipient: order.email,
    locale: isLocale(order.locale) ? order.locale : defaultLocale,
    facts: { order_id: order.id },
    dedupe_key: `${template}:${order.id}`,
  });
}
