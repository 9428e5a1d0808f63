import type { Kysely, Transaction } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { LinkKind } from './issue-one-time-token.ts';
import { hashToken } from './token-hash.ts';

/** A link that was used a moment ago. */
interface UsedLink {
  readonly user_id: string;
  /** As `issueOneTimeToken` was given them. */
  readonly facts: unknown;
}

/** Whether a link would work at this moment; asked before slow work, decided by `useOneTimeToken`. */
export async function isLinkOpen(
  db: Kysely<Database>,
  kind: LinkKind,
  token: string,
  now: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom('one_time_tokens')
    .select('id')
    .where('kind', '=', kind)
    .where('token_hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/** Uses a link up and answers whose it was: one atomic statement, so that of any number at once one wins (decisions §5). */
export async function useOneTimeToken(
  trx: Transaction<Database>,
  kind: LinkKind,
  token: string,
  now: Date,
): Promise<UsedLink | undefined> {
  return trx
    .updateTable('one_time_tokens')
    .set({ used_at: now })
    .where('kind', '=', kind)
    .where('token_hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['user_id', 'facts'])
    .executeTakeFirst();
}

/** Makes every open link and code of an account worthless. */
export async function voidOneTimeTokens(
  trx: Transaction<Database>,
  userId: string,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('one_time_tokens')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
}
