import { createHash } from 'node:crypto';
import type { Insertable, Kysely, Transaction } from 'kysely';
import type { Database } from '#server/platform/database/schema.ts';
import type { ServerContext } from './server-context.ts';

type LinkKind = 'password' | 'email_change' | 'email_confirmation' | 'email_undo' | 'account_deletion';

/** Lifetime of a link in minutes. */
export const linkMinutes = 60;

interface OneTimeTokenRequest {
  readonly user_id: string;
  readonly kind: LinkKind;
  /** Lifetime of the link. */
  readonly minutes: number;
  /** Stored with the token, for example the new e-mail address. */
  readonly facts?: Readonly<Record<string, string>>;
}

export type OneTimeTokenRow = Insertable<Database['one_time_tokens']>;

/**
 * Creates the token of a link in a mail, and its row with the token's hash, which is stored together with the mail.
 * Earlier links stay valid until one of them is used, so that a late mail still works.
 */
export function newOneTimeToken(
  { clock, ids }: Pick<ServerContext, 'clock' | 'ids'>,
  { user_id, kind, minutes, facts = {} }: OneTimeTokenRequest,
): { readonly token: string; readonly row: OneTimeTokenRow } {
  const token = ids.token(32);
  const now = clock.now();
  const row = {
    id: ids.uuid(),
    kind,
    user_id,
    token_hash: hashToken(token),
    created_at: new Date(now),
    expires_at: new Date(now + minutes * 60_000),
    used_at: null,
    facts: JSON.stringify(facts),
  };
  return { token, row };
}

interface UsedLink {
  readonly user_id: string;
  readonly created_at: Date;
  /** The `facts` given to `newOneTimeToken`. */
  readonly facts: unknown;
}

/** Checks a link before slow work starts. The final decision is made by `useOneTimeToken`. */
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

/** Whether a user has a link of this kind that still works. */
export async function hasWorkingLink(
  db: Kysely<Database>,
  kind: LinkKind,
  userId: string,
  now: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom('one_time_tokens')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Whether the mail with a link for a first password is no longer needed: the account has a password now, or its links
 * were invalidated.
 */
export async function isLinkNeedless(db: Kysely<Database>, token: string): Promise<boolean> {
  const row = await db
    .selectFrom('one_time_tokens')
    .innerJoin('users', 'users.id', 'one_time_tokens.user_id')
    .select(['used_at', 'password_hash'])
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
  return row !== undefined && (row.used_at !== null || row.password_hash !== null);
}

/** Marks a link as used and returns its user. One atomic statement: of parallel calls exactly one succeeds. */
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
    .returning(['user_id', 'created_at', 'facts'])
    .executeTakeFirst();
}

/** Makes a link valid again that the same transaction has used, because its action is not possible yet. */
export async function restoreOneTimeToken(trx: Transaction<Database>, token: string): Promise<void> {
  await trx
    .updateTable('one_time_tokens')
    .set({ used_at: null })
    .where('token_hash', '=', hashToken(token))
    .execute();
}

/**
 * Invalidates all open links and codes of a user, except those that undo a changed e-mail address: whoever took the
 * account over must not get rid of them.
 */
export async function voidOneTimeTokens(
  trx: Transaction<Database>,
  userId: string,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('one_time_tokens')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('kind', '!=', 'email_undo')
    .where('used_at', 'is', null)
    .execute();
}

/** Hash for secrets with at least 128 random bits: SHA-256, so that a copy of the database reveals none of them. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
