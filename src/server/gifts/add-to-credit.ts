import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import type { GiftCodeRow } from '#server/coupons/find-gift-code.ts';
import type { Database } from '#server/database/schema.ts';
import type { HostContext } from '#server/server-context.ts';
import { lockCredit } from './lock-credit.ts';

/** Moves all that is left on a locked voucher to the user's credit, in one step with the ledger. Answers the new credit in cents. */
export async function addToCredit(
  trx: Transaction<Database>,
  context: Pick<HostContext, 'clock' | 'ids'>,
  voucher: GiftCodeRow,
  userId: string,
): Promise<number> {
  const amount = voucher.balance_cents;
  const creditId = await lockCredit(trx, context, userId);
  await trx.updateTable('gift_codes').set({ balance_cents: 0 }).where('id', '=', voucher.id).execute();
  const { balance_cents } = await trx
    .updateTable('gift_codes')
    .set({ balance_cents: sql<number>`balance_cents + ${amount}` })
    .where('id', '=', creditId)
    .returning('balance_cents')
    .executeTakeFirstOrThrow();
  const happened_at = new Date(context.clock.now());
  const entry = (gift_code_id: string, amount_cents: number) => ({
    id: context.ids.uuid(),
    gift_code_id,
    order_id: null,
    amount_cents,
    cause: 'redeemed',
    happened_at,
  });
  await trx
    .insertInto('voucher_entries')
    .values([entry(voucher.id, -amount), entry(creditId, amount)])
    .execute();
  return balance_cents;
}
