import { createHash, createHmac } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { ServerContext } from '#server/server-context.ts';

/** What a link of a mail is good for. */
type LinkKind = 'password' | 'email_change' | 'account_deletion';

/** How long such a link works, in minutes. */
export const linkMinutes = 60;

interface OneTimeTokenRequest {
  readonly user_id: string;
  readonly kind: LinkKind;
  /** How long the link lives; 60 unless given. */
  readonly minutes: number;
  /** What the link is about, for example the new e-mail address. */
  readonly facts?: Readonly<Record<string, string>>;
}

/**
 * Makes the secret of a link sent by mail and answers it; only its hash is stored. Earlier links stay valid until one
 * of them is used, so that a late mail still works.
 */
export async function issueOneTimeToken(
  db: Kysely<Database>,
  { clock, ids }: Pick<ServerContext, 'clock' | 'ids'>,
  { user_id, kind, minutes, facts = {} }: OneTimeTokenRequest,
): Promise<string> {
  const token = ids.token(32);
  const now = clock.now();
  await db
    .insertInto('one_time_tokens')
    .values({
      id: ids.uuid(),
      kind,
      user_id,
      token_hash: hashToken(token),
      created_at: new Date(now),
      expires_at: new Date(now + minutes * 60_000),
      used_at: null,
      facts: JSON.stringify(facts),
    })
    .execute();
  return token;
}

/** A link that was used a moment ago. */
interface UsedLink {
  readonly user_id: string;
  /** As `issueOneTimeToken` was given them. */
  readonly facts: unknown;
}

/** Whether a link would work at this moment; asked before slow work, decided by `useOneTimeToken`. */
export async function isLinkValid(
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

/** Uses a link up and answers whose it was: one atomic statement, so that of any number at once one wins. */
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

/** How secrets with 128 or more random bits are kept: SHA-256, so that a copy of the database opens nothing. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/**
 * How six-digit codes are kept: a plain hash of one million values is undone in a moment, so the server's secret and
 * the user are part of it.
 */
export function hashLoginCode(secret: string, userId: string, code: string): Buffer {
  return createHmac('sha256', secret).update(`login_code:${userId}:${code}`).digest();
}
