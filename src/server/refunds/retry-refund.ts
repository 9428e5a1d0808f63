import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import type { HostContext } from '#server/server-context.ts';

/** What became of the wish: the gateway is asked once more, is being asked already, or has paid. */
type RetriedRefund = 'asked_again' | 'under_way' | 'paid_out';

/** A refund's key as it was decided, which ends in its id, and the number of the retry. */
const keyForm = /^(.+-R-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}))(?:-(\d+))?$/;

/**
 * Lets the scan `settle-refunds` ask once more for a refund that the gateway has refused (decisions/0016). What was
 * decided stays: amount, correction, codes and access. The gateway gets a new key, because under the old one it only
 * repeats its refusal. Named by its first key or any later one, and safe to ask for again: only a refused refund opens.
 */
export async function retryRefund(
  { db, clock }: Pick<HostContext, 'db' | 'clock'>,
  refundKey: string,
): Promise<Result<RetriedRefund, 'UNKNOWN_REFUND'>> {
  const id = keyForm.exec(refundKey)?.[2];
  if (id === undefined) return err('UNKNOWN_REFUND');
  const refund = await db
    .selectFrom('refunds')
    .select(['refund_key', 'state'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (refund === undefined) return err('UNKNOWN_REFUND');
  const opened = await db
    .updateTable('refunds')
    .set({
      state: 'open',
      refund_key: keyOfRetry(refund.refund_key),
      checks: 0,
      settled_at: null,
      next_check_at: new Date(clock.now()),
    })
    .where('id', '=', id)
    .where('state', '=', 'refused')
    // Of two operators at once one opens it.
    .where('refund_key', '=', refund.refund_key)
    .returning('id')
    .executeTakeFirst();
  if (opened !== undefined) return ok('asked_again');
  return ok(refund.state === 'refunded' ? 'paid_out' : 'under_way');
}

function keyOfRetry(refundKey: string): string {
  const [, first = refundKey, , number = '0'] = keyForm.exec(refundKey) ?? [];
  return `${first}-${Number(number) + 1}`;
}
