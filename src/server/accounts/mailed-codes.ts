import { createHmac, timingSafeEqual } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { Database } from '#server/platform/database/schema.ts';
import type { OneTimeTokenRow } from '#server/platform/one-time-tokens.ts';
import type { ServerContext } from '#server/platform/server-context.ts';

/** Purpose of a mailed six-digit code: a login or a new e-mail address. */
type CodeKind = 'login_code' | 'email_code';

interface CodeOwner {
  readonly id: string;
  readonly kind: CodeKind;
}

const usualMinutes = 10;
const longMinutes = 60;
const maxGuesses = 5;

/**
 * Creates a code for a mail; returns it with the id of the request and the row to store with the mail (`link`). It is
 * valid for ten minutes or, with `isLong`, a new code for an hour. Requests made while a code is valid get the same
 * one, so that each of several mails works and many mails do not make guessing easier. A code works once.
 */
export async function newMailedCode(
  trx: Transaction<Database>,
  { clock, ids, settings }: ServerContext,
  owner: CodeOwner,
  isLong = false,
): Promise<{ readonly id: string; readonly code: string; readonly row: OneTimeTokenRow }> {
  const id = ids.uuid();
  const now = clock.now();
  const first = isLong
    ? undefined
    : await trx
        .selectFrom('one_time_tokens')
        .select('id')
        .where('user_id', '=', owner.id)
        .where('kind', '=', owner.kind)
        .where('used_at', 'is', null)
        .where('expires_at', '>', new Date(now))
        .where(sql<boolean>`facts ->> 'first' is null`)
        .orderBy('created_at', 'desc')
        .limit(1)
        .executeTakeFirst();
  const code = sixDigits(settings.tokenSecret, owner, first?.id ?? id);
  const row = {
    id,
    kind: owner.kind,
    user_id: owner.id,
    token_hash: hashCode(settings.tokenSecret, owner, code),
    created_at: new Date(now),
    expires_at: new Date(now + (isLong ? longMinutes : usualMinutes) * 60_000),
    used_at: null,
    facts: JSON.stringify(first === undefined ? {} : { first: first.id }),
  };
  return { id, code, row };
}

/** A code that was mailed and is still valid. */
interface LiveCode {
  /** Id of the request for which it was mailed. */
  readonly id: string;
  readonly hash: Buffer;
  /** Whether the caller with this id may still guess. */
  readonly isOpen: boolean;
}

/** Returns the valid codes of a user, newest first, and locks them, so that parallel guesses are counted one by one. */
export async function findLiveCodes(
  trx: Transaction<Database>,
  { clock }: Pick<ServerContext, 'clock'>,
  owner: CodeOwner,
): Promise<readonly LiveCode[]> {
  const rows = await trx
    .selectFrom('one_time_tokens')
    .select(['id', 'token_hash', 'failed_guesses'])
    .where('user_id', '=', owner.id)
    .where('kind', '=', owner.kind)
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date(clock.now()))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .forUpdate()
    .execute();
  return rows.map(({ id, token_hash, failed_guesses }) => ({
    id,
    hash: token_hash,
    isOpen: failed_guesses < maxGuesses,
  }));
}

/** Compares in constant time. */
export function codeMatches(
  { settings }: Pick<ServerContext, 'settings'>,
  owner: CodeOwner,
  { hash }: LiveCode,
  code: string,
): boolean {
  return timingSafeEqual(hashCode(settings.tokenSecret, owner, code), hash);
}

/** Counts a wrong guess of the caller that has the id of the request; five are allowed. */
export async function countWrongGuess(trx: Transaction<Database>, { id }: LiveCode): Promise<void> {
  await trx
    .updateTable('one_time_tokens')
    .set((row) => ({ failed_guesses: row('failed_guesses', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** Uses up all codes of a user. */
export async function useUpCodes(trx: Transaction<Database>, owner: CodeOwner, now: Date): Promise<void> {
  await trx
    .updateTable('one_time_tokens')
    .set({ used_at: now })
    .where('user_id', '=', owner.id)
    .where('kind', '=', owner.kind)
    .where('used_at', 'is', null)
    .execute();
}

/**
 * Uses up the newest code of a user if it is right; otherwise counts a wrong guess. The transaction must be committed
 * even when the result is false.
 */
export async function useMailedCode(
  trx: Transaction<Database>,
  context: Pick<ServerContext, 'clock' | 'settings'>,
  { code, ...owner }: CodeOwner & { readonly code: string },
): Promise<boolean> {
  const [newest] = await findLiveCodes(trx, context, owner);
  if (newest === undefined || !newest.isOpen) return false;
  if (!codeMatches(context, owner, newest, code)) {
    await countWrongGuess(trx, newest);
    return false;
  }
  await useUpCodes(trx, owner, new Date(context.clock.now()));
  return true;
}

/**
 * Hash of a six-digit code. A plain hash could be reversed by trying one million values, so the server's secret is the
 * key, and kind and user are part of the input.
 */
function hashCode(secret: string, { id, kind }: CodeOwner, code: string): Buffer {
  return createHmac('sha256', secret).update(`${kind}:${id}:${code}`).digest();
}

/** Computed from the first request, so that no code is stored. With 64 bits the modulo bias is negligible. */
function sixDigits(secret: string, { id, kind }: CodeOwner, first: string): string {
  const bits = createHmac('sha256', secret).update(`code:${kind}:${id}:${first}`).digest().readBigUInt64BE();
  return (bits % 1_000_000n).toString().padStart(6, '0');
}
