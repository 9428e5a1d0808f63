import type { Locale } from '#core/model/values.ts';
import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import { createSemaphore } from '#core/rules/semaphore.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { DomainFailure } from '#server/domain-failure.ts';
import { domainFailure } from '#server/domain-failure.ts';
import { enqueueMail } from '#server/mail/enqueue-mail.ts';
import type { RateLimit } from '#server/rate-limits.ts';
import { checkLimits, countHit, forgetFailures, takeHit } from '#server/rate-limits.ts';
import type { ServerContext } from '#server/server-context.ts';
import { proveMailbox } from './email-confirmation.ts';
import { issueMailedCode, useMailedCode } from './mailed-codes.ts';
import type { StartedSession } from './sessions.ts';
import { startSession } from './sessions.ts';

interface Credentials {
  readonly identifier: string;
  readonly password: string;
}

/** `address` is the client address that rate limits use. */
interface Origin {
  readonly address: string;
  readonly device: string;
}

/** Log-ins checked in parallel by one process. At most this many wrong passwords can exceed a rate limit. */
const maxConcurrentLogIns = 4;

/**
 * Logs in by e-mail and password. Unknown address, wrong password, closed account and account without a password get
 * the same response after the same work. Only failures count against the rate limits, so many successful log-ins are
 * never blocked.
 */
export function createLogIn(context: ServerContext) {
  const pass = createSemaphore(maxConcurrentLogIns);
  const { db, passwords } = context;
  return (
    { identifier, password }: Credentials,
    { address, device }: Origin,
  ): Promise<Result<StartedSession, DomainFailure>> =>
    pass(async () => {
      const limits = limitsOf(identifier, address);
      const allowed = await checkLimits(db, context, limits.all);
      if (!allowed.ok) return allowed;
      const user = await db
        .selectFrom('users')
        .select(['id', 'password_hash', 'is_active'])
        .where('email', '=', identifier)
        .executeTakeFirst();
      const hash = user?.password_hash ?? null;
      const isRight = await passwords.verify(hash, password);
      if (user === undefined || hash === null || !isRight || !user.is_active) {
        await countHit(db, context, limits.all);
        return err(domainFailure('WRONG_CREDENTIALS'));
      }
      await forgetFailures(db, limits.own);
      return inTransaction(db, async (trx) => {
        // A parallel password change ends all sessions. It either waits for this lock and ends the new session too, or
        // comes first, and the old hash is not found here.
        const still = await trx
          .selectFrom('users')
          .select('id')
          .where('id', '=', user.id)
          .where('password_hash', '=', hash)
          .where('is_active', '=', true)
          .forShare()
          .executeTakeFirst();
        if (still === undefined) return err(domainFailure('WRONG_CREDENTIALS'));
        return ok(await startSession(trx, context, user.id, device));
      });
    });
}

/**
 * Failures allowed in 15 minutes: 10 per account and client address, 100 per account, 100 per client address. The
 * limit per account is high, so that the owner's own mistakes never reach it.
 */
function limitsOf(email: string, address: string): { readonly all: RateLimit[]; readonly own: RateLimit[] } {
  const own = [{ key: ['login', email, address], hits: 10, minutes: 15 }];
  return {
    own,
    all: [
      ...own,
      { key: ['login-account', email], hits: 100, minutes: 15 },
      { key: ['login-address', address], hits: 100, minutes: 15 },
    ],
  };
}

/**
 * Logs in with the six-digit code of a mail. A code works once and allows five wrong guesses. An address that was not confirmed is confirmed by it
 * (docs/behaviour/accounts-and-sessions.md#confirmed-e-mail).
 */
export async function logInWithCode(
  context: ServerContext,
  { email, code }: { readonly email: string; readonly code: string },
  { address, device }: { readonly address: string; readonly device: string },
): Promise<Result<StartedSession, DomainFailure>> {
  const { db, clock } = context;
  const allowed = await takeHit(db, context, [
    { key: ['login-code-guess', address], hits: 100, minutes: 15 },
  ]);
  if (!allowed.ok) return allowed;
  return inTransaction(db, async (trx) => {
    const user = await trx
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .where('is_active', '=', true)
      .executeTakeFirst();
    const isRight =
      user !== undefined && (await useMailedCode(trx, context, { ...user, kind: 'login_code', code }));
    if (!isRight) return err(domainFailure('WRONG_LOGIN_CODE', { pointer: '/code' }));
    await proveMailbox(trx, user.id, new Date(clock.now()));
    return ok(await startSession(trx, context, user.id, device));
  });
}

interface LoginCodeRequest {
  readonly email: string;
  readonly cart_id: string;
  readonly locale: Locale;
}

/**
 * Mails a six-digit log-in code to a guest in checkout whose e-mail has an account. Only the newest code works, for
 * ten minutes and five guesses. An address without an account gets no mail and the same response.
 */
export async function requestLoginCode(
  context: ServerContext,
  { email, cart_id, locale }: LoginCodeRequest,
  address: string,
): Promise<Result<null, DomainFailure>> {
  const allowed = await takeHit(context.db, context, [
    { key: ['login-code', email], hits: 5, minutes: 15 },
    { key: ['login-code-day', email], hits: 20, minutes: 24 * 60 },
    { key: ['login-code-address', address], hits: 60, minutes: 15 },
  ]);
  if (!allowed.ok) return allowed;
  return inTransaction(context.db, async (trx) => {
    const cart = await trx
      .selectFrom('carts')
      .select('id')
      .where('public_id', '=', cart_id)
      // The cart of a user means that the caller is logged in already.
      .where('user_id', 'is', null)
      .executeTakeFirst();
    if (cart === undefined) return err(domainFailure('NOT_FOUND', { pointer: '/cart_id' }));
    const user = await trx
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .where('is_active', '=', true)
      .forUpdate()
      .executeTakeFirst();
    if (user === undefined) return ok(null);
    const { id, code } = await issueMailedCode(trx, context, { id: user.id, kind: 'login_code' });
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
