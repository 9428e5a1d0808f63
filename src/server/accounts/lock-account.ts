import type { Transaction } from 'kysely';
import type { Database } from '#server/platform/database/schema.ts';

/**
 * Lets the calls of one account run one after the other, so that parallel ones cannot exceed a limit. False when the
 * account was deleted since the call began, also while this waited: what is stored for it now would never be erased.
 */
export async function lockAccount(trx: Transaction<Database>, userId: string): Promise<boolean> {
  const account = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return account !== undefined;
}
