import { recordChange } from '#server/platform/audit-log.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import type { ServerContext } from '#server/platform/server-context.ts';

/**
 * Closes a notice that an operator has dealt with, about money that did not arrive or belongs to no paid order; the
 * start page no longer lists it. False when there is no such notice. A repeated call changes nothing.
 */
export function closePaymentNotice(context: ServerContext, key: string): Promise<boolean> {
  return inTransaction(context.db, async (trx) => {
    const notice = await trx
      .selectFrom('payment_notices')
      .select(['is_open', 'kind', 'transaction_id', 'amount_cents'])
      .where('key', '=', key)
      .forUpdate()
      .executeTakeFirst();
    if (notice === undefined) return false;
    const { is_open, ...after } = notice;
    if (!is_open) return true;
    await trx.updateTable('payment_notices').set({ is_open: false }).where('key', '=', key).execute();
    await recordChange(trx, context, {
      action: 'payment.closed',
      record: { type: 'payment_notices', id: key },
      after,
    });
    return true;
  });
}
