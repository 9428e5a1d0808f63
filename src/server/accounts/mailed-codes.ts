import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { ServerContext } from '#server/server-context.ts';

/** What a six-digit code in a mail is for: a login, or a new e-mail address. */
type CodeKind = 'login_code' | 'email_code';

interface CodeOwner {
  readonly id: string;
  readonly kind: CodeKind;
}

const lifetimeMinutes = 10;
const maxGuesses = 5;

/**
 * Creates a code for a mail and returns it with the id of the request. A code works once, for ten minutes, with five
 * wrong guesses for callers that know the request id. Callers without the id have five guesses of their own, for the
 * newest code only, so that a stranger who requests or guesses codes cannot use up the guesses of the owner.
 */
export async function issueMailedCode(
  trx: Transaction<Database>,
  { clock, ids, settings }: ServerContext,
  owner: CodeOwner,
): Promise<{ readonly id: string; readonly code: string }> {
  const id = ids.uuid();
  const code = sixDigits(ids.token(8));
  const now = clock.now();
  await trx
    .insertInto('one_time_tokens')
    .values({
      id,
      kind: owner.kind,
      user_id: owner.id,
      token_hash: hashCode(settings.tokenSecret, owner, code),
      created_at: new Date(now),
      expires_at: new Date(now + lifetimeMinutes * 60_000),
      used_at: null,
    })
    .execute();
  return { id, code };
}

interface GivenCode extends CodeOwner {
  readonly code: string;
  /** The id that `issueMailedCode` returned. */
  readonly request_id?: string | undefined;
}

/**
 * Uses up a code if it is right, and with it all others of its kind; otherwise counts a wrong guess. The row is locked
 * during the comparison, so parallel guesses are counted one by one. The transaction must be committed even when the
 * result is false.
 */
export async function useMailedCode(
  trx: Transaction<Database>,
  { clock, settings }: ServerContext,
  { code, request_id, ...owner }: GivenCode,
): Promise<boolean> {
  const now = new Date(clock.now());
  const guesses = request_id === undefined ? 'failed_guesses' : 'failed_guesses_with_id';
  const token = await trx
    .selectFrom('one_time_tokens')
    .select(['id', 'token_hash', guesses])
    .where('user_id', '=', owner.id)
    .where('kind', '=', owner.kind)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .$if(request_id !== undefined, (query) => query.where('id', '=', request_id ?? ''))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  if (token === undefined || Number(token[guesses]) >= maxGuesses) return false;
  const isRight = timingSafeEqual(hashCode(settings.tokenSecret, owner, code), token.token_hash);
  if (!isRight) {
    await trx
      .updateTable('one_time_tokens')
      .set((row) => ({ [guesses]: row(guesses, '+', 1) }))
      .where('id', '=', token.id)
      .execute();
    return false;
  }
  await trx
    .updateTable('one_time_tokens')
    .set({ used_at: now })
    .where('user_id', '=', owner.id)
    .where('kind', '=', owner.kind)
    .where('used_at', 'is', null)
    .execute();
  return true;
}

/**
 * Hash of a six-digit code. A plain hash could be reversed by trying one million values, so the server's secret is the
 * key, and kind and user are part of the input.
 */
function hashCode(secret: string, { id, kind }: CodeOwner, code: string): Buffer {
  return createHmac('sha256', secret).update(`${kind}:${id}:${code}`).digest();
}

/** With 64 random bits the modulo bias is negligible (below 1 in 10^13). */
function sixDigits(token: string): string {
  const number = Buffer.from(token, 'base64url').readBigUInt64BE() % 1_000_000n;
  return number.toString().padStart(6, '0');
}
