import { timingSafeEqual } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import type { ApiFailure } from '#server/api-failure.ts';
import { apiFailure } from '#server/api-failure.ts';
import type { Database } from '#server/database/schema.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { HostContext } from '#server/server-context.ts';
import { takeAttempt } from './attempts.ts';
import type { StartedSession } from './start-session.ts';
import { startSession } from './start-session.ts';
import { hashLoginCode } from './token-hash.ts';

const guesses = 5;

/**
 * Logs in with the six digits of a mail. A code works once; after five wrong guesses it is worthless. The code's row
 * is locked while it is compared, so that guesses at once count one by one.
 */
export async function logInWithCode(
  context: HostContext,
  { email, code }: { readonly email: string; readonly code: string },
  { address, device }: { readonly address: string; readonly device: string },
): Promise<Result<StartedSession, ApiFailure>> {
  const { db, clock, settings } = context;
  const allowed = await takeAttempt(db, context, [
    { key: ['login-code-guess', address], attempts: 100, minutes: 15 },
  ]);
  if (!allowed.ok) return allowed;
  return inTransaction(db, async (trx) => {
    const token = await trx
      .selectFrom('one_time_tokens')
      .innerJoin('users', 'users.id', 'one_time_tokens.user_id')
      .select(['one_time_tokens.id', 'one_time_tokens.user_id', 'one_time_tokens.token_hash'])
      .where('users.email', '=', email)
      .where('users.is_active', '=', true)
      .where('one_time_tokens.kind', '=', 'login_code')
      .where('one_time_tokens.used_at', 'is', null)
      .where('one_time_tokens.expires_at', '>', new Date(clock.now()))
      .where('one_time_tokens.failed_guesses', '<', guesses)
      .orderBy('one_time_tokens.created_at', 'desc')
      .limit(1)
      .forUpdate('one_time_tokens')
      .executeTakeFirst();
    if (token === undefined) return err(apiFailure('WRONG_LOGIN_CODE', { pointer: '/code' }));
    const guess = hashLoginCode(settings.tokenSecret, token.user_id, code);
    const isRight = timingSafeEqual(guess, token.token_hash);
    await trx
      .updateTable('one_time_tokens')
      .set((row) =>
        isRight ? { used_at: new Date(clock.now()) } : { failed_guesses: row('failed_guesses', '+', 1) },
      )
      .where('id', '=', token.id)
      .execute();
    if (!isRight) return err(apiFailure('WRONG_LOGIN_CODE', { pointer: '/code' }));
    await noteMailbox(trx, token.user_id, new Date(clock.now()));
    return ok(await startSession(trx, context, token.user_id, device));
  });
}

/**
 * Who logs in to an account without a password by a code reads its mails, and nobody else can have been in it. With a
 * password, somebody who registered with a stranger's address could be.
 */
async function noteMailbox(trx: Transaction<Database>, userId: string, now: Date): Promise<void> {
  await trx
    .updateTable('users')
    .set({ email_confirmed_at: now })
    .where('id', '=', userId)
    .where('password_hash', 'is', null)
    .where('email_confirmed_at', 'is', null)
    .execute();
}
