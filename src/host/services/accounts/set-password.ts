import type { Kysely, Transaction, Updateable } from 'kysely';
import type { Database } from '#host/database/schema.ts';
import { revokeSessions } from './start-session.ts';
import { hashToken } from './token-hash.ts';

/** Whether a link would work at this moment; asked before the slow hash, decided by `usePasswordLink`. */
export async function isPasswordLinkOpen(db: Kysely<Database>, token: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('one_time_tokens')
    .select('id')
    .where('kind', '=', 'password')
    .where('token_hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/** Uses a link up and answers its user: one atomic statement, so that of any number at once one wins (decisions §5). */
export async function usePasswordLink(
  trx: Transaction<Database>,
  token: string,
  now: Date,
): Promise<string | undefined> {
  const used = await trx
    .updateTable('one_time_tokens')
    .set({ used_at: now })
    .where('kind', '=', 'password')
    .where('token_hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst();
  return used?.user_id;
}

/** Sets a password, ends every session and makes all other links of the account worthless. */
export async function setPassword(
  trx: Transaction<Database>,
  userId: string,
  changes: Updateable<Database['users']> & { readonly password_hash: string },
  now: Date,
): Promise<void> {
  await trx
    .updateTable('users')
    .set({ ...changes, is_registered_with_funnel: false })
    .where('id', '=', userId)
    .execute();
  await trx
    .updateTable('one_time_tokens')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
  await revokeSessions(trx, userId, now);
}
