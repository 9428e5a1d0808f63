import type { Transaction } from 'kysely';
import type { Locale } from '#core/rules/locale.ts';
import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import type { ApiFailure } from '#server/api-failure.ts';
import { apiFailure } from '#server/api-failure.ts';
import type { Database } from '#server/database/schema.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { enqueueMail } from '#server/mail/enqueue-mail.ts';
import type { HostContext } from '#server/server-context.ts';
import { takeAttempt } from './attempts.ts';
import { hashLoginCode } from './token-hash.ts';

interface LoginCodeRequest {
  readonly email: string;
  readonly cart_id: string;
  readonly locale: Locale;
}

const lifeMinutes = 10;

/**
 * Mails a six-digit code to whoever checks out with an e-mail that has an account (decisions §4). The newest code
 * alone counts, for ten minutes and five guesses. An address without an account gets no mail and the same answer.
 */
export async function requestLoginCode(
  context: HostContext,
  { email, cart_id, locale }: LoginCodeRequest,
  address: string,
): Promise<Result<null, ApiFailure>> {
  const allowed = await takeAttempt(context.db, context, [
    { key: ['login-code', email], attempts: 5, minutes: 15 },
    { key: ['login-code-day', email], attempts: 20, minutes: 24 * 60 },
    { key: ['login-code-address', address], attempts: 60, minutes: 15 },
  ]);
  if (!allowed.ok) return allowed;
  return inTransaction(context.db, async (trx) => {
    const cart = await trx
      .selectFrom('carts')
      .select('id')
      .where('public_id', '=', cart_id)
      // Whoever has a cart as a user is logged in already.
      .where('user_id', 'is', null)
      .executeTakeFirst();
    if (cart === undefined) return err(apiFailure('NOT_FOUND', { pointer: '/cart_id' }));
    const user = await trx
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .where('is_active', '=', true)
      .forUpdate()
      .executeTakeFirst();
    if (user === undefined) return ok(null);
    const { id, code } = await issueLoginCode(trx, context, user.id);
    await enqueueMail(trx, context, {
      template: 'login_code',
      recipient: email,
      locale,
      facts: { code },
      dedupe_key: `login_code:${id}`,
    });
    return ok(null);
  });
}

async function issueLoginCode(
  trx: Transaction<Database>,
  { clock, ids, settings }: HostContext,
  userId: string,
): Promise<{ readonly id: string; readonly code: string }> {
  const id = ids.uuid();
  const code = sixDigits(ids.token(8));
  const now = clock.now();
  await trx
    .updateTable('one_time_tokens')
    .set({ used_at: new Date(now) })
    .where('user_id', '=', userId)
    .where('kind', '=', 'login_code')
    .where('used_at', 'is', null)
    .execute();
  await trx
    .insertInto('one_time_tokens')
    .values({
      id,
      kind: 'login_code',
      user_id: userId,
      token_hash: hashLoginCode(settings.tokenSecret, userId, code),
      created_at: new Date(now),
      expires_at: new Date(now + lifeMinutes * 60_000),
      used_at: null,
    })
    .execute();
  return { id, code };
}

/** 64 random bits leave no digit more likely than another by more than one in ten million million. */
function sixDigits(token: string): string {
  const number = Buffer.from(token, 'base64url').readBigUInt64BE() % 1_000_000n;
  return number.toString().padStart(6, '0');
}
