import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { lockOrder } from '#server/orders/lock-order.ts';
import type { HostContext } from '#server/server-context.ts';
import { endTransfer } from './end-transfer.ts';

type CallOffRefusal =
  | { readonly code: 'UNKNOWN_ORDER' }
  /** Nothing is waited for: the money has come, or the order has ended. */
  | { readonly code: 'NOT_AWAITED'; readonly state: string };

/**
 * The operator gives an order up before its money has come, say because the buyer asks for it (decisions §4). Done once:
 * an order that was called off already answers `NOT_AWAITED`. A paid one is refunded instead.
 */
export function callOffTransfer(
  context: HostContext,
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
    return ok('called_off');
  });
}
