import type { Locale } from '#core/model/values.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { createSemaphore } from '#core/rules/basics/semaphore.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import { respondInConstantTime } from '#server/platform/http/constant-time-response.ts';
import { ownMailboxOf } from '#server/platform/mailboxes.ts';
import { enqueueMail } from '#server/platform/outbox/enqueue-mail.ts';
import {
  checkLimits,
  countHit,
  limitOf,
  type RateLimit,
  resetFailures,
  siteOf,
} from '#server/platform/rate-limits.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { limitCodeMail, reopenAccountMails } from './account-mail-limits.ts';
import { proveMailbox } from './email-confirmation.ts';
import { codeMatches, countWrongGuess, findLiveCodes, newMailedCode, useUpCodes } from './mailed-codes.ts';
import { readDeviceToken, type StartedSession, startSession } from './sessions.ts';

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
      const limits = limitsOf(identifier, address, await trustedDevice(context, identifier, known));
      const allowed = await checkLogInLimits(context, limits);
      if (!allowed.ok) return allowed;
      const hash = user?.password_hash ?? null;
      const isRight = await passwords.verify(hash, password);
      if (user === undefined || hash === null || !isRight || !user.is_active) {
        await countHit(db, context, [...limits.own, ...limits.shared, ...limits.slowing]);
        return err(domainFailure('WRONG_CREDENTIALS'));
      }
      await resetFailures(db, [...limits.own, ...limits.slowing]);
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

/** Returns the known device. Null without one, or when all known devices of the address together failed too often. */
async function trustedDevice(
  context: ServerContext,
  email: string,
  known: string | null,
): Promise<string | null> {
  if (known === null) return null;
  return (await checkLimits(context.db, context, [limitOf('login_devices', { email })])).ok ? known : null;
}

interface LogInLimits {
  /** Limits that a successful login resets. */
  readonly own: readonly RateLimit[];
  readonly shared: readonly RateLimit[];
  /** Checked only when `account` is exceeded. */
  readonly slowing: readonly RateLimit[];
  /** Refuses nothing by itself; when it is exceeded, `slowing` applies. Null on a known device. */
  readonly account: RateLimit | null;
}

/**
 * Returns the limits of a login. Failures from other networks never refuse it: after many failures of one account, each
 * network is slowed down separately (docs/behaviour/accounts.md#guessed-passwords). A known device has its own limits.
 */
function limitsOf(email: string, network: string, device: string | null): LogInLimits {
  if (device !== null) {
    return {
      own: [limitOf('login_device', { email, device })],
      shared: [limitOf('login_devices', { email })],
      slowing: [],
      account: null,
    };
  }
  const account = limitOf('login_account', { email });
  return {
    own: [limitOf('login', { email, network }), limitOf('login_day', { email, network })],
    shared: [account, limitOf('login_network', { network })],
    slowing: [limitOf('login_slowed', { email, network })],
    account,
  };
}

async function checkLogInLimits(
  context: ServerContext,
  { own, shared, slowing, account }: LogInLimits,
): Promise<Result<null, DomainFailure>> {
  const { db } = context;
  const closing = [...own, ...shared].filter((limit) => limit !== account);
  const allowed = await checkLimits(db, context, closing);
  if (!allowed.ok || account === null || (await checkLimits(db, context, [account])).ok) return allowed;
  return checkLimits(db, context, slowing);
}

interface CodeLogIn {
  readonly email: string;
  readonly code: string;
  /** Id of the request for which the code was mailed. */
  readonly request_id?: string | undefined;
}

/**
 * Logs in with the six-digit code of a mail. Every code of the account that is still valid counts, whoever asked for
 * it, because its owner cannot tell the mails apart. An address that was not confirmed is confirmed by it
 * (docs/behaviour/accounts.md#confirmed-e-mail).
 */
export async function logInWithCode(
  context: ServerContext,
  { email, code, request_id }: CodeLogIn,
  { address, device }: { readonly address: string; readonly device: string },
): Promise<Result<StartedSession, DomainFailure>> {
  const wrong = err(domainFailure('WRONG_LOGIN_CODE', { pointer: '/code' }));
  const ofNetwork = limitOf('login_code_guess_network', { email, network: address });
  const ofAccount = limitOf('login_code_guess_account', { email });
  const ofSite = limitOf('login_code_guess_site', { email, site: siteOf(address) });
  const ofAll = limitOf('login_code_guess_all', { email });
  return inTransaction(context.db, async (trx) => {
    const user = await trx
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .where('is_active', '=', true)
      .executeTakeFirst();
    const owner = user === undefined ? null : ({ id: user.id, kind: 'login_code' } as const);
    const live = owner === null ? [] : await findLiveCodes(trx, context, owner);
    const own = live.find(({ id, isOpen }) => id === request_id && isOpen);
    if (own === undefined) {
      const isPast = !(await checkLimits(trx, context, [ofAccount])).ok;
      const allowed = await checkLimits(trx, context, isPast ? [ofNetwork, ofSite, ofAll] : [ofNetwork]);
      // With a request id, respond as for an address without an account, which has no requests.
      if (!allowed.ok) return request_id === undefined ? allowed : wrong;
    }
    if (owner === null || !live.some((one) => codeMatches(context, owner, one, code))) {
      if (own === undefined) await countHit(trx, context, [ofNetwork, ofAccount, ofSite, ofAll]);
      else await countWrongGuess(trx, own);
      return wrong;
    }
    const now = new Date(context.clock.now());
    await useUpCodes(trx, owner, now);
    await proveMailbox(trx, owner.id, now);
    await resetFailures(trx, [ofNetwork, ofSite]);
    await reopenAccountMails(trx, email);
    return ok(await startSession(trx, context, owner.id, device));
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
 * Mails a six-digit login code and returns the id of the request. The code is valid for ten minutes or, when many were
 * requested, for an hour. An address without an account gets no mail but the same response after the same time; so does
 * an address with a valid one-hour code. 404 for the cart of a user, who is logged in already.
 */
export function requestLoginCode(
  context: ServerContext,
  { email, cart_id, locale, device_token }: LoginCodeRequest,
  address: string,
): Promise<Result<{ readonly request_id: string }, DomainFailure>> {
  return respondInConstantTime(context, async () => {
    // Checked before the limits, so that a refused request does not count as a mail.
    if (cart_id !== undefined && !(await isGuestCart(context, cart_id)))
      return err(domainFailure('NOT_FOUND', { pointer: '/cart_id' }));
    const user = await context.db
      .selectFrom('users')
      .select(['id', 'email_confirmed_at'])
      .where('email', '=', email)
      .where('is_active', '=', true)
      .executeTakeFirst();
    // Only with a confirmed address does a device count as known: a stranger may have registered the address and logged
    // in on any number of devices.
    const owner = user?.email_confirmed_at == null ? undefined : user.id;
    const known = readDeviceToken(context, owner, device_token);
    const mailbox = ownMailboxOf(email, owner !== undefined);
    const allowed = await limitCodeMail(context, { email, mailbox, network: address, device: known });
    if (!allowed.ok) return allowed;
    const mail = allowed.value;
    if (user === undefined || mail === 'none') return ok({ request_id: context.ids.uuid() });
    return inTransaction(context.db, async (trx) => {
      const owner = { id: user.id, kind: 'login_code' } as const;
      const { id, code, row } = await newMailedCode(trx, context, owner, mail === 'late');
      await enqueueMail(trx, context, {
        template: 'login_code',
        recipient: email,
        locale,
        facts: mail === 'late' ? { code, lasts: 'hour' } : { code },
        link: row,
        dedupe_key: `login_code:${id}`,
      });
      return ok({ request_id: id });
    });
  });
}

async function isGuestCart({ db }: Pick<ServerContext, 'db'>, publicId: string): Promise<boolean> {
  const cart = await db
    .selectFrom('carts')
    .select('id')
    .where('public_id', '=', publicId)
    .where('user_id', 'is', null)
    .executeTakeFirst();
  return cart !== undefined;
}
