import type { Transaction } from 'kysely';
import type { Cents } from '#core/model/values.ts';
import { defaultLocale, isLocale } from '#core/rules/basics/locale.ts';
import { cents } from '#core/rules/basics/money.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { endTransfer } from '#server/orders/charging/bank-transfers.ts';
import { settlePaymentAttempt } from '#server/orders/charging/settle-payment-attempt.ts';
import { lockOrder } from '#server/orders/lock-order.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { recordChange } from '#server/platform/audit-log.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { enqueueMail } from '#server/platform/outbox/enqueue-mail.ts';
import { settleByHand } from './settle-refunds.ts';

type TransferRefusal =
  | { readonly code: 'UNKNOWN_ORDER' }
  /** Another amount was received than expected (cents). */
  | { readonly code: 'OTHER_AMOUNT'; readonly expected: Cents }
  | { readonly code: 'NOT_AWAITED'; readonly state: string };

/**
 * Records the money of a bank transfer: the order is completed like one paid by card, in one transaction with the
 * ledger. For an order that is paid already it changes nothing and returns `again`. Only the full amount is accepted.
 */
export function receiveTransfer(
  context: OrderContext,
  orderCode: string,
  amount: Cents,
): Promise<Result<'received' | 'again', TransferRefusal>> {
  return inTransaction(context.db, async (trx) => {
    const found = await trx
      .selectFrom('orders')
      .select('id')
      .where('code', '=', orderCode)
      .executeTakeFirst();
    if (found === undefined) return err({ code: 'UNKNOWN_ORDER' });
    const { order } = await lockOrder(trx, found.id);
    const attempt = await trx
      .selectFrom('payment_attempts')
      .innerJoin('bank_transfers', 'bank_transfers.attempt_key', 'payment_attempts.attempt_key')
      .selectAll('payment_attempts')
      .where('order_id', '=', order.id)
      .where('payment_attempts.state', 'in', ['awaiting_payment', 'charged'])
      .executeTakeFirst();
    if (attempt === undefined) return err({ code: 'NOT_AWAITED', state: order.state });
    const expected = cents(attempt.amount_cents);
    if (amount !== expected) return err({ code: 'OTHER_AMOUNT', expected });
    if (attempt.state === 'charged') return ok('again');
    await trx
      .updateTable('bank_transfers')
      .set({ state: 'received', settled_at: new Date(context.clock.now()) })
      .where('attempt_key', '=', attempt.attempt_key)
      .execute();
    const charged = {
      outcome: 'charged',
      transaction_id: attempt.transaction_id ?? attempt.attempt_key,
      amount,
      method: { kind: 'bank_transfer', brand: null, last_four: null },
      vault_token: null,
    } as const;
    await settlePaymentAttempt(trx, context, attempt.id, charged, 'operator');
    await recordChange(trx, context, {
      action: 'transfer.received',
      record: { type: 'orders', id: order.id },
      before: { state: order.state },
      after: { amount },
    });
    return ok('received');
  });
}

interface SentTransfer {
  /** Cents. */
  readonly amount: Cents;
  readonly sent_at: Date;
}

/**
 * Records that a refund was transferred to the buyer: of an order paid by transfer, or after the provider refused it. A
 * repeated call changes nothing and returns the time of the first one. With `orderId` only a refund of that order is
 * found.
 */
export function sendTransfer(
  context: OrderContext,
  refundKey: string,
  orderId?: string,
): Promise<Result<SentTransfer, { readonly code: 'UNKNOWN_REFUND' }>> {
  return inTransaction(context.db, async (trx) => {
    const due = await trx
      .selectFrom('bank_transfer_refunds as refund')
      .innerJoin('bank_transfers as transfer', 'transfer.attempt_key', 'refund.attempt_key')
      .innerJoin('orders', 'orders.code', 'transfer.order_code')
      .select(['refund.amount_cents', 'refund.sent_at', 'orders.id as order_id'])
      .where('refund.refund_key', '=', refundKey)
      .$if(orderId !== undefined, (query) => query.where('orders.id', '=', orderId ?? ''))
      .forUpdate('refund')
      .executeTakeFirst();
    if (due === undefined) {
      const paid = await settleByHand(trx, context, refundKey, orderId);
      return paid === null ? err({ code: 'UNKNOWN_REFUND' }) : ok(paid);
    }
    const amount = cents(due.amount_cents);
    if (due.sent_at !== null) return ok({ amount, sent_at: due.sent_at });
    const sent_at = new Date(context.clock.now());
    await trx
      .updateTable('bank_transfer_refunds')
      .set({ sent_at })
      .where('refund_key', '=', refundKey)
      .execute();
    await recordChange(trx, context, {
      action: 'refund.transferred',
      record: { type: 'orders', id: due.order_id },
      after: { refund: refundKey, amount },
    });
    return ok({ amount, sent_at });
  });
}

type CallOffRefusal =
  | { readonly code: 'UNKNOWN_ORDER' }
  /** No transfer is expected: it was received before, or the order has ended. */
  | { readonly code: 'NOT_AWAITED'; readonly state: string };

/**
 * Cancels an order that waits for a transfer, for example because the buyer asks for it
 * (docs/behaviour/checkout-and-payment.md#bank-transfer-waiting-time). A repeated call returns `NOT_AWAITED`. A paid
 * order is refunded instead.
 */
export function cancelTransfer(
  context: OrderContext,
  orderCode: string,
): Promise<Result<'called_off', CallOffRefusal>> {
  return inTransaction(context.db, async (trx) => {
    const found = await trx
      .selectFrom('orders')
      .select('id')
      .where('code', '=', orderCode)
      .executeTakeFirst();
    if (found === undefined) return err({ code: 'UNKNOWN_ORDER' });
    const { order } = await lockOrder(trx, found.id);
    if (order.state !== 'awaiting_payment') return err({ code: 'NOT_AWAITED', state: order.state });
    await endTransfer(trx, context, order, 'void');
    await recordChange(trx, context, {
      action: 'transfer.cancelled',
      record: { type: 'orders', id: order.id },
      before: { state: order.state },
    });
    return ok('called_off');
  });
}

/** Orders per run; the clock is read again for the next run. */
const batch = 20;

/** How long before the last day the reminder is sent, in milliseconds: a transfer takes one banking day. */
const reminderLead = 2 * 86_400_000;

/**
 * Processes orders that wait for a transfer (docs/behaviour/checkout-and-payment.md#bank-transfer-waiting-time): sends
 * one reminder two days before the last day, and expires them after it, which releases stock, coupon and voucher.
 * Returns how many orders it processed. Several servers may run this at once: each order is processed once, under its
 * lock.
 */
export async function remindOrExpireTransfers(context: OrderContext, signal?: AbortSignal): Promise<number> {
  const now = context.clock.now();
  const due = await context.db
    .selectFrom('orders')
    .select('id')
    .where('state', '=', 'awaiting_payment')
    .where((where) =>
      where.or([
        where('payment_due_at', '<=', new Date(now)),
        where.and([
          where('payment_reminded_at', 'is', null),
          where('payment_due_at', '<=', new Date(now + reminderLead)),
        ]),
      ]),
    )
    .orderBy('payment_due_at')
    .limit(batch)
    .execute();
  for (const { id } of due) {
    if (signal?.aborted) break;
    await inTransaction(context.db, (trx) => chase(trx, context, id, now));
  }
  return due.length;
}

async function chase(
  trx: Transaction<Database>,
  context: OrderContext,
  id: string,
  now: number,
): Promise<void> {
  const { order } = await lockOrder(trx, id);
  // While this call waited for the lock, the money may have been received or another server may have processed the
  // order.
  if (order.state !== 'awaiting_payment' || order.payment_due_at === null) return;
  if (order.payment_due_at.getTime() <= now) {
    await endTransfer(trx, context, order, 'expire');
    return;
  }
  if (order.payment_reminded_at !== null) return;
  await trx
    .updateTable('orders')
    .set({ payment_reminded_at: new Date(now) })
    .where('id', '=', id)
    .execute();
  await enqueueMail(trx, context, {
    template: 'transfer_reminder',
    recipient: order.email,
    locale: isLocale(order.locale) ? order.locale : defaultLocale,
    facts: { order_id: order.id },
    dedupe_key: `transfer_reminder:${order.id}`,
  });
}
