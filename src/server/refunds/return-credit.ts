import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import type { Cents } from '#core/rules/money.ts';
import type { Database } from '#server/database/schema.ts';
import { lockCredit } from '#server/gifts/lock-credit.ts';
import type { OrderRow } from '#server/orders/find-order.ts';
import type { HostContext } from '#server/server-context.ts';

interface ReturnedCredit {
  readonly order: OrderRow;
  readonly amount: Cents;
  readonly refundId: string;
}

/**
 * Gives voucher money back where it came from, in one step with the ledger: the voucher, or, when that was redeemed or
 * taken back meanwhile, the buyer's credit.
 */
export async function returnCredit(
  trx: Transaction<Database>,
  context: Pick<HostContext, 'clock' | 'ids'>,
  { order, amount, refundId }: ReturnedCredit,
): Promise<void> {
  if (amount === 0) return;
  const target = await findTarget(trx, context, order);
  await trx
    .updateTable('gift_codes')
    .set({ balance_cents: sql<number>`balance_cents + ${amount}` })
    .where('id', '=', target)
    .execute();
  await trx
    .insertInto('voucher_entries')
    .values({
      id: context.ids.uuid(),
      gift_code_id: target,
      order_id: order.id,
      amount_cents: amount,
      cause: 'refunded',
      happened_at: new Date(context.clock.now()),
      refund_id: refundId,
    })
    .execute();
}

async function findTarget(
  trx: Transaction<Database>,
  context: Pick<HostContext, 'clock' | 'ids'>,
  order: OrderRow,
): Promise<string> {
  if (order.voucher_id === null)
    throw new Error(`Order ${order.code} was paid by a voucher that it does not name`);
  const paid = await trx
    .selectFrom('gift_codes')
    .select(['id', 'kind', 'redeemed_by', 'revoked_at'])
    .where('id', '=', order.voucher_id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const isUsable = paid.revoked_at === null && (paid.kind === 'credit' || paid.redeemed_by === null);
  return isUsable || order.user_id === null ? paid.id : lockCredit(trx, context, order.user_id);
}
