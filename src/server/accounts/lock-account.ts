import type { Transaction } from 'kysely';
import type { Database } from '#server/platform/database/schema.ts';

/**
 * Lets the calls of one account run one after the other: parallel ones cannot exceed a limit, and of two that begin the
 * same the second one sees the first. False when the account was deleted since the call began, also while this waited:
 * what is stored for it now would never be erased. Rows that refer to the account need not wait for this lock.
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
