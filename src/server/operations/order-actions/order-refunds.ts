import type { Transaction } from 'kysely';
import type { RefundEffects, WantedRefund } from '#api/operations/order-action-endpoints.ts';
import type { PaymentMethodSummary } from '#core/model/payment.ts';
import { cents } from '#core/rules/basics/money.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { endOfSending } from '#core/rules/orders/shipment.ts';
import { isWhollyRefunded } from '#core/rules/payments/refund.ts';
import { isDisputed } from '#server/orders/charging/disputes.ts';
import { readGoodsLines } from '#server/orders/delivery/parcels.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { createRefund } from '#server/payments/create-refund.ts';
import {
  type DecidedOrderRefund,
  decideRefund,
  lockForRefund,
  type RefundRequest,
} from '#server/payments/decide-refund.ts';
import { needsRefundProof } from '#server/payments/refund-proof.ts';
import { retryRefund } from '#server/payments/settle-refunds.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction, lockId } from '#server/platform/database/transaction.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';

interface NewRefund extends WantedRefund {
  /** Chosen by the client, to recognise a repeated call. */
  readonly refund_id: string;
  /** Number of refunds of the order that the operator has seen. */
  readonly seen_refunds: number;
}

/** Computes what a refund would do, with the locks of a refund, and changes nothing. */
export function previewRefund(
  { db }: Pick<OrderContext, 'db'>,
  orderId: string,
  wanted: WantedRefund,
): Promise<Result<RefundEffects, DomainFailure>> {
  return inTransaction(db, async (trx) => {
    if (!(await isOrder(trx, orderId))) return err(domainFailure('NOT_FOUND'));
    const decided = await decideRefund(trx, requestOf(orderId, wanted));
    return decided === null
      ? err(domainFailure('NOTHING_TO_REFUND'))
      : ok(await effectsOf(trx, decided, wanted));
  });
}

/**
 * Creates a refund with `createRefund`. Changes nothing if `refund_id` is repeated, or if another refund was decided
 * since the operator looked.
 */
export function refundAsOperator(
  context: OrderContext,
  orderId: string,
  { refund_id, seen_refunds, ...wanted }: NewRefund,
): Promise<Result<void, DomainFailure>> {
  const request = { ...requestOf(orderId, wanted), refund_id };
  return inTransaction(context.db, async (trx) => {
    if (!(await isOrder(trx, orderId))) return err(domainFailure('NOT_FOUND'));
    await lockId(trx, refund_id);
    await lockForRefund(trx, orderId);
    const known = await trx.selectFrom('refunds').select('order_id').where('id', '=', refund_id).execute();
    if (known.length > 0)
      return known[0]?.order_id === orderId ? ok(undefined) : err(domainFailure('RECORD_CHANGED'));
    const earlier = await trx.selectFrom('refunds').select('id').where('order_id', '=', orderId).execute();
    if (earlier.length !== seen_refunds) return err(domainFailure('RECORD_CHANGED'));
    const made = await createRefund(trx, context, request);
    return made.ok ? ok(undefined) : err(domainFailure('NOTHING_TO_REFUND'));
  });
}

/** Asks the gateway again for a refused refund of this order; of a disputed charge only with `despite_dispute`. */
export async function retryAsOperator(
  context: OrderContext,
  orderId: string,
  { key, despite_dispute }: { readonly key: string; readonly despite_dispute?: boolean | undefined },
): Promise<Result<void, DomainFailure>> {
  const refund = await context.db
    .selectFrom('refunds')
    .select('id')
    .where('order_id', '=', orderId)
    .where('refund_key', '=', key)
    .executeTakeFirst();
  if (refund === undefined) return err(domainFailure('NOT_FOUND'));
  const retried = await retryRefund(context, key, despite_dispute);
  if (!retried.ok && retried.error === 'CHARGE_DISPUTED') return err(domainFailure('CHARGE_DISPUTED'));
  return retried.ok && retried.value === 'asked_again' ? ok(undefined) : err(domainFailure('NOT_POSSIBLE'));
}

async function isOrder(trx: Transaction<Database>, id: string): Promise<boolean> {
  return (await trx.selectFrom('orders').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

function requestOf(
  orderId: string,
  { lines, includes_shipping, amount, keeps_goods }: WantedRefund,
): RefundRequest {
  return {
    order_id: orderId,
    lines,
    includes_shipping,
    ...(amount === null ? {} : { amount: cents(amount) }),
    cause: 'operator',
    keeps_goods,
  };
}

async function effectsOf(
  trx: Transaction<Database>,
  decided: DecidedOrderRefund,
  { keeps_goods }: WantedRefund,
): Promise<RefundEffects> {
  const { order, loaded, plan, takenCodes } = decided;
  const back = plan.lines.flatMap((part) => {
    const row = loaded.rows.find(({ id }) => id === part.line_id);
    return row === undefined ? [] : [{ ...part, row }];
  });
  const pieces = (kinds: (row: (typeof back)[number]['row']) => boolean) =>
    back
      .filter(({ row, quantity }) => quantity > 0 && kinds(row))
      .map(({ row: { title }, quantity }) => ({ title, quantity }));
  const counted = await countedProducts(
    trx,
    back.map(({ row }) => row.product_id),
  );
  const all = [...loaded.earlier, plan];
  const goods = (await readGoodsLines(trx, [order.id])).map((line) => ({
    ...line,
    refunded: line.refunded + (plan.lines.find(({ line_id }) => line_id === line.id)?.quantity ?? 0),
  }));
  const given = plan.card + plan.credit;
  return {
    amount: plan.card,
    credit: plan.credit,
    shipping: plan.shipping,
    lines: back.map(({ row, line_id, quantity, amount }) => ({
      line_id,
      title: row.title,
      quantity,
      amount,
    })),
    vat: plan.vat_shares.map(({ rate, gross, vat }) => ({ rate, gross, vat })),
    corrected_invoice: given === 0 ? null : await invoiceNumber(trx, order.id),
    stock: keeps_goods ? [] : pieces(({ product_id }) => counted.has(product_id)),
    ends: pieces(({ kind }) => kind === 'course' || kind === 'membership' || kind === 'subscription'),
    codes: takenCodes.map(({ code }) => code.code),
    calls_parcel_off: order.fulfilment === 'open' && endOfSending(goods) === 'call_off',
    is_withheld: plan.card > 0 && (await isChargeDisputed(trx, order.id)),
    is_transferred:
      plan.card > 0 && (order.payment_method as PaymentMethodSummary | null)?.kind === 'bank_transfer',
    is_whole: isWhollyRefunded(loaded.refundable, all),
    needs_proof: await needsRefundProof(trx, order.id, given),
  };
}

/** Whether a dispute of the order's charge is open or lost. */
async function isChargeDisputed(trx: Transaction<Database>, orderId: string): Promise<boolean> {
  const charge = await trx
    .selectFrom('payment_attempts')
    .select(isDisputed('payment_attempts.id').as('is_disputed'))
    .where('order_id', '=', orderId)
    .where('state', '=', 'charged')
    .executeTakeFirst();
  return charge?.is_disputed ?? false;
}

/** Returns those products whose stock is counted. */
async function countedProducts(
  trx: Transaction<Database>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await trx
    .selectFrom('products')
    .select('id')
    .where('id', 'in', ids)
    .where('stock', 'is not', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

async function invoiceNumber(trx: Transaction<Database>, orderId: string): Promise<string | null> {
  const invoice = await trx
    .selectFrom('invoices')
    .select('number')
    .where('order_id', '=', orderId)
    .where('kind', '=', 'invoice')
    .executeTakeFirst();
  return invoice?.number ?? null;
}
