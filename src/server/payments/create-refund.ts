import type { Transaction } from 'kysely';
import type { Cents } from '#core/model/values.ts';
import { defaultLocale, isLocale } from '#core/rules/basics/locale.ts';
import { cents } from '#core/rules/basics/money.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { type DecidedRefund, isWhollyRefunded } from '#core/rules/payments/refund.ts';
import { endShipping } from '#server/orders/delivery/shipments.ts';
import { transitionOrder } from '#server/orders/lock-order.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import type { OrderRow, OrderSubscriber } from '#server/orders/order-events.ts';
import { recordChange } from '#server/platform/audit-log.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { enqueueMail } from '#server/platform/outbox/enqueue-mail.ts';
import { recordEvent } from '#server/platform/webhooks/record-event.ts';
import {
  decideRefund,
  loadRefundable,
  type RefundRequest,
  type StoredRefundLines,
  toDecidedRefund,
} from './decide-refund.ts';
import { issueCorrection } from './issue-correction.ts';
import { requireRefundProof } from './refund-proof.ts';
import { returnCredit, returnStock, revokeCodes, revokeCourses } from './reverse-fulfilment.ts';

/** A decided refund; amounts in cents. */
export interface RequestedRefund {
  readonly refund_id: string;
  /** Paid out through the gateway by the job `settle-refunds`. */
  readonly amount: Cents;
  /** Returned to the voucher or credit that had paid. */
  readonly credit: Cents;
}

/**
 * Decides a refund inside the caller's transaction, with all its consequences
 * (docs/behaviour/payments.md#what-a-refund-takes-back): locks the order, limits the request to what earlier refunds
 * and used codes have left, refunds the card before the voucher, issues the correction of the invoice, takes courses,
 * codes and subscriptions back, returns goods to the stock, and mails the buyer. `NOTHING_LEFT` when nothing can be
 * refunded or the order was not paid; nothing is changed then. An operator's refund may require a fresh proof
 * (`makeRefundingCall`).
 */
export async function createRefund(
  trx: Transaction<Database>,
  context: OrderContext,
  request: RefundRequest,
): Promise<Result<RequestedRefund, 'NOTHING_LEFT'>> {
  const decided = await decideRefund(trx, request);
  if (decided === null) return err('NOTHING_LEFT');

  const { order, loaded, plan, takenCodes } = decided;
  await requireRefundProof(trx, context, order.id, plan.card + plan.credit);
  const refundId = await writeRefund(trx, context, order, plan, request);
  const lines = loaded.rows.filter((line) =>
    plan.lines.some((back) => back.line_id === line.id && back.quantity > 0),
  );
  if (request.keeps_goods !== true) await returnStock(trx, lines, plan.lines);
  await endShipping(trx, context, order);
  await revokeCodes(
    trx,
    context,
    takenCodes.map(({ code }) => code),
    refundId,
  );
  await returnCredit(trx, context, {
    order,
    amount: plan.credit,
    promotional: plan.promotional,
    refundId,
  });
  await revokeCourses(trx, context, order, lines);
  const refunded = { order, lines, codes: takenCodes.map(({ code }) => code.id), cause: request.cause };
  for (const subscriber of context.orderSubscribers) await subscriber.refunded?.(trx, context, refunded);
  await issueCorrection(trx, context, { order, lines: loaded.rows, plan, refundId });
  if (plan.card === 0 && order.state === 'paid')
    await updateRefundedOrder(trx, context, order, { refundId, cause: 'background' });
  await sendMail(trx, context, order, plan, refundId);
  await recordChange(trx, context, {
    action: 'order.refunded',
    record: { type: 'orders', id: order.id },
    after: { refund_id: refundId, amount: plan.card, credit: plan.credit, cause: request.cause },
  });
  return ok({ refund_id: refundId, amount: plan.card, credit: plan.credit });
}

/** Automatically refunds lines of things that the buyer already had. */
export const refundOrderSubscriber: OrderSubscriber<OrderContext> = {
  async invoiced(trx, context, { order, doubled }) {
    if (doubled.length === 0) return;
    await createRefund(trx, context, {
      order_id: order.id,
      lines: doubled.map((line) => ({ line_id: line.id, quantity: line.quantity })),
      includes_shipping: false,
      cause: 'duplicate',
    });
  },
};

async function writeRefund(
  trx: Transaction<Database>,
  context: OrderContext,
  order: OrderRow,
  plan: DecidedRefund,
  { cause, declaration_id, refund_id }: RefundRequest,
): Promise<string> {
  const id = refund_id ?? context.ids.uuid();
  const now = new Date(context.clock.now());
  const isSettled = plan.card === 0;
  const stored: StoredRefundLines = { lines: plan.lines, shipping: plan.shipping };
  const charge = isSettled ? null : await findCharge(trx, order);
  await trx
    .insertInto('refunds')
    .values({
      id,
      order_id: order.id,
      payment_attempt_id: charge?.id ?? null,
      provider: charge?.provider ?? null,
      refund_key: `${order.code}-R-${id}`,
      amount_cents: plan.card,
      credit_cents: plan.credit,
      promotional_cents: plan.promotional,
      lines: JSON.stringify(stored),
      cause,
      declaration_id: declaration_id ?? null,
      state: isSettled ? 'refunded' : 'open',
      next_check_at: isSettled ? null : now,
      created_at: now,
      settled_at: isSettled ? now : null,
    })
    .execute();
  return id;
}

/** The payment attempt that charged the order; its money is refunded through the same charge. */
function findCharge(
  trx: Transaction<Database>,
  order: OrderRow,
): Promise<{ readonly id: string; readonly provider: string | null }> {
  return trx
    .selectFrom('payment_attempts')
    .select(['id', 'provider'])
    .where('order_id', '=', order.id)
    .where('state', '=', 'charged')
    .executeTakeFirstOrThrow();
}

async function sendMail(
  trx: Transaction<Database>,
  context: OrderContext,
  order: OrderRow,
  plan: DecidedRefund,
  refundId: string,
): Promise<void> {
  if (plan.card + plan.credit === 0) return;
  await enqueueMail(trx, context, {
    template: 'refund',
    recipient: order.email,
    locale: isLocale(order.locale) ? order.locale : defaultLocale,
    facts: { refund_id: refundId },
    dedupe_key: `refund:${refundId}`,
  });
}

/**
 * Changes the state of a locked, paid order after one of its refunds was paid out: `refunded` when everything was paid
 * out (docs/behaviour/payments.md#order-refunded).
 */
export async function updateRefundedOrder(
  trx: Transaction<Database>,
  context: Pick<OrderContext, 'clock' | 'ids'>,
  order: OrderRow,
  { refundId, cause }: { readonly refundId: string; readonly cause: 'background' | 'gateway' | 'operator' },
): Promise<void> {
  const paidOut = await trx
    .selectFrom('refunds')
    .select(['id', 'lines', 'amount_cents', 'credit_cents', 'promotional_cents'])
    .where('order_id', '=', order.id)
    .where('state', '=', 'refunded')
    .execute();
  const { refundable } = await loadRefundable(trx, order);
  const isWhole = isWhollyRefunded(refundable, paidOut.map(toDecidedRefund));
  await transitionOrder(trx, context, { order, event: isWhole ? 'refund_rest' : 'refund_part', cause });
  const refund = paidOut.find(({ id }) => id === refundId);
  if (refund === undefined) throw new Error(`Refund ${refundId} is not paid out`);
  await recordEvent(trx, context, 'order.refunded', () => ({
    order_id: order.id,
    order_code: order.code,
    refund_id: refundId,
    currency: 'EUR',
    amount: cents(refund.amount_cents),
    credit: cents(refund.credit_cents),
    is_whole: isWhole,
  }));
}
