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
import { respondInConstantTime } from './constant-time-response.ts';
import { proveMailbox } from './email-confirmation.ts';
import { issueMailedCode, useMailedCode } from './mailed-codes.ts';
import type { StartedSession } from './sessions.ts';
import { readDeviceToken, startSession } from './sessions.ts';

interface Credentials {
  readonly identifier: string;
  readonly password: string;
  /** Device token of an earlier login on the same device. */
  readonly device_token?: string | undefined;
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
    { identifier, password, device_token }: Credentials,
    { address, device }: Origin,
  ): Promise<Result<StartedSession, DomainFailure>> =>
    pass(async () => {
      const user = await db
        .selectFrom('users')
        .select(['id', 'password_hash', 'is_active'])
        .where('email', '=', identifier)
        .executeTakeFirst();
      const known = readDeviceToken(context, user?.id, device_token);
      const limits = limitsOf(identifier, address, known);
      const allowed = await checkLogInLimits(context, identifier, limits);
      if (!allowed.ok) return allowed;
      const hash = user?.password_hash ?? null;
      const isRight = await passwords.verify(hash, password);
      if (user === undefined || hash === null || !isRight || !user.is_active) {
        await countHit(db, context, [...limits.own, ...limits.shared]);
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

interface LogInLimits {
  /** Limits that a successful login resets. */
  readonly own: readonly RateLimit[];
  readonly shared: readonly RateLimit[];
  /** Above it, unknown devices are slowed down for this account; null on a known device. */
  readonly account: RateLimit | null;
}

/**
 * Failures allowed in 15 minutes: 10 per account and client address, 100 per client address. A known device has its own
 * 10, which nobody else can use up. Above 100 failures of an account, unknown devices share one try per ten seconds.
 */
function limitsOf(email: string, address: string, device: string | null): LogInLimits {
  if (device !== null) {
    return {
      own: [{ key: ['login-device', email, device], hits: 10, minutes: 15 }],
      shared: [],
      account: null,
    };
  }
  const account = { key: ['login-account', email], hits: 100, minutes: 15 };
  return {
    own: [{ key: ['login', email, address], hits: 10, minutes: 15 }],
    shared: [account, { key: ['login-address', address], hits: 100, minutes: 15 }],
    account,
  };
}

/** Window, in minutes, of the one try that unknown devices share after too many failures: ten seconds. */
const slowedMinutes = 1 / 6;

async function checkLogInLimits(
  context: ServerContext,
  email: string,
  { own, shared, account }: LogInLimits,
): Promise<Result<null, DomainFailure>> {
  const { db } = context;
  const closing = [...own, ...shared].filter((limit) => limit !== account);
  const allowed = await checkLimits(db, context, closing);
  if (!allowed.ok || account === null || (await checkLimits(db, context, [account])).ok) return allowed;
  return takeHit(db, context, [{ key: ['login-slowed', email], hits: 1, minutes: slowedMinutes }]);
}

interface CodeLogIn {
  readonly email: string;
  readonly code: string;
  /** Id of the request for which the code was mailed. */
  readonly request_id?: string | undefined;
}

/**
 * Logs in with the six-digit code of a mail. A code works once. An address that was not confirmed is confirmed
 * by it (docs/behaviour/accounts-and-sessions.md#confirmed-e-mail).
 */
export async function logInWithCode(
  context: ServerContext,
  { email, code, request_id }: CodeLogIn,
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
      user !== undefined &&
      (await useMailedCode(trx, context, { ...user, kind: 'login_code', code, request_id }));
    if (!isRight) return err(domainFailure('WRONG_LOGIN_CODE', { pointer: '/code' }));
    await proveMailbox(trx, user.id, new Date(clock.now()));
    return ok(await startSession(trx, context, user.id, device));
  });
}

interface LoginCodeRequest {
  readonly email: string;
  /** Cart of a guest in checkout. */
  readonly cart_id?: string | undefined;
  readonly locale: Locale;
  readonly device_token?: string | undefined;
}

/**
 * Mails a six-digit log-in code, valid for ten minutes, and returns the id of the request. An address without an
 * account gets no mail and the same response after the same time. 404 for the cart of a user, who is logged in already.
 */
export function requestLoginCode(
  context: ServerContext,
  { email, cart_id, locale, device_token }: LoginCodeRequest,
  address: string,
): Promise<Result<{ readonly request_id: string }, DomainFailure>> {
  return respondInConstantTime(async () => {
    const user = await context.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .where('is_active', '=', true)
      .executeTakeFirst();
    const known = readDeviceToken(context, user?.id, device_token);
    const allowed = await takeHit(context.db, context, codeLimitsOf(email, address, known));
    if (!allowed.ok) return allowed;
    return inTransaction(context.db, async (trx) => {
      if (cart_id !== undefined) {
        const cart = await trx
          .selectFrom('carts')
          .select('id')
          .where('public_id', '=', cart_id)
          .where('user_id', 'is', null)
          .executeTakeFirst();
        if (cart === undefined) return err(domainFailure('NOT_FOUND', { pointer: '/cart_id' }));
      }
      if (user === undefined) return ok({ request_id: context.ids.uuid() });
      const { id, code } = await issueMailedCode(trx, context, { id: user.id, kind: 'login_code' });
      await enqueueMail(trx, context, {
        template: 'login_code',
        recipient: email,
        locale,
        facts: { code },
        dedupe_key: `login_code:${id}`,
      });
      return ok({ request_id: id });
    });
  });
}

function codeLimitsOf(email: string, address: string, device: string | null): readonly RateLimit[] {
  if (device !== null) return [{ key: ['login-code-device', email, device], hits: 5, minutes: 15 }];
  return [
    { key: ['login-code', email], hits: 5, minutes: 15 },
    { key: ['login-code-day', email], hits: 20, minutes: 24 * 60 },
    { key: ['login-code-address', address], hits: 60, minutes: 15 },
  ];
}
