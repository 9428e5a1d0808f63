import type { Transaction } from 'kysely';
import { isWhollyRefunded } from '#core/rules/refund.ts';
import type { Database } from '#server/database/schema.ts';
import type { OrderRow } from '#server/orders/find-order.ts';
import { moveOrder } from '#server/orders/move-order.ts';
import type { HostContext } from '#server/server-context.ts';
import { loadRefundable, toDecidedRefund } from './load-refundable.ts';

/**
 * Moves a locked, paid order after one of its refunds was paid out: `refunded` only once all that were are the total
 * (decisions §4).
 */
export async function noteRefundedOrder(
  trx: Transaction<Database>,
  context: Pick<HostContext, 'clock' | 'ids'>,
  order: OrderRow,
  cause: 'background' | 'gateway',
): Promise<void> {
  const paidOut = await trx
    .selectFrom('refunds')
    .select(['lines', 'amount_cents', 'credit_cents'])
    .where('order_id', '=', order.id)
    .where('state', '=', 'refunded')
    .execute();
  const { refundable } = await loadRefundable(trx, order);
  const isWhole = isWhollyRefunded(refundable, paidOut.map(toDecidedRefund));
  await moveOrder(trx, context, { order, event: isWhole ? 'refund_rest' : 'refund_part', cause });
}
