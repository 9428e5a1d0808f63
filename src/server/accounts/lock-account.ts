import type { Transaction } from 'kysely';
import type { Database } from '#server/platform/database/schema.ts';

/**
 * Locks an account, so that its calls run one after the other: parallel calls cannot exceed a limit, and of two equal
 * calls the second sees the result of the first. False when the account was deleted in the meantime, also while
 * waiting: data stored for it now would never be erased. Inserts of rows that refer to the account do not wait for this
 * lock.
 */
export async function lockAccount(trx: Transaction<Database>, userId: string): Promise<boolean> {
  const account = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return account !== undefined;
}
