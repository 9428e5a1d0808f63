import type { Cents } from '#core/rules/money.ts';
import { cents } from '#core/rules/money.ts';
import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { lockOrder } from '#server/orders/lock-order.ts';
import { settleAttempt } from '#server/orders/settle-attempt.ts';
import type { HostContext } from '#server/server-context.ts';

export type TransferRefusal =
  | { readonly code: 'UNKNOWN_ORDER' }
  /** Another amount came than was asked for (cents). */
  | { readonly code: 'OTHER_AMOUNT'; readonly expected: Cents }
  | { readonly code: 'NOT_AWAITED'; readonly state: string };

/**
 * The money of a promised transfer has come: the order is completed as one that was paid by card, in one transaction
 * with the ledger. Said again of a paid order it changes nothing and answers `again`. Only the whole amount counts.
 */
export function receiveTransfer(
  context: HostContext,
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
      .selectAll()
      .where('order_id', '=', order.id)
      .where('provider', '=', 'bank_transfer')
      .where('state', 'in', ['awaiting_payment', 'charged'])
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
    const came = {
      outcome: 'charged',
      transaction_id: attempt.transaction_id ?? attempt.attempt_key,
      amount,
      method: { kind: 'bank_transfer', brand: null, last_four: null },
      vault_token: null,
    } as const;
    await settleAttempt(trx, context, attempt.id, came, 'operator');
    return ok('received');
  });
}
