import type { Kysely, Transaction } from 'kysely';
import type { SignedInOperator } from '#core/model/operator.ts';
import { shownEmail } from '#core/rules/accounts/shown-email.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { createSemaphore } from '#core/rules/basics/semaphore.ts';
import { permissionsOf } from '#core/rules/operations/permissions.ts';
import type { Caller, Operator, OperatorSession } from '#server/platform/caller.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import type { OperatorAuthentication } from '#server/platform/http/authorise-operator.ts';
import { hashToken } from '#server/platform/one-time-tokens.ts';
import { checkLimits, countHit, limitOf, resetFailures } from '#server/platform/rate-limits.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { findApiKey } from './api-keys.ts';
import { useSecondFactor } from './second-factor.ts';

const minute = 60_000;

/** Maximum age and maximum idle time of a session, in milliseconds. */
const longestSession = 12 * 60 * minute;
const longestPause = 30 * minute;

const cookieName = 'operator_session';

/** A new session: its operator, and the header that sets the cookie. */
export interface StartedOperatorSession {
  readonly operator: Operator;
  readonly headers: { readonly 'Set-Cookie': string };
}

/**
 * Returns the header that sets the cookie, or removes it if the token is empty. Browsers send the cookie only with
 * requests of the back office.
 */
function cookieHeader({ settings }: Pick<ServerContext, 'settings'>, token: string): string {
  const seconds = token === '' ? 0 : longestSession / 1000;
  const secure = settings.siteUrl.startsWith('https:') ? '; Secure' : '';
  return `${cookieName}=${token}; Path=/api/operator; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`;
}

/** Returns the header that removes the cookie at logout. */
export function expiredCookie(context: Pick<ServerContext, 'settings'>): StartedOperatorSession['headers'] {
  return { 'Set-Cookie': cookieHeader(context, '') };
}

/**
 * Starts a session for an operator who has just proved both factors. The token has 256 bits; only its hash is stored.
 */
export async function startOperatorSession(
  trx: Kysely<Database>,
  context: Pick<ServerContext, 'clock' | 'ids' | 'settings'>,
  operatorId: string,
  { address, device }: Pick<Caller, 'address' | 'device'>,
): Promise<StartedOperatorSession> {
  const token = context.ids.token(32);
  const now = new Date(context.clock.now());
  await trx
    .insertInto('operator_sessions')
    .values({
      id: context.ids.uuid(),
      operator_id: operatorId,
      token_hash: hashToken(token),
      created_at: now,
      last_used_at: now,
      proved_at: now,
      network: address,
      device,
      ended_at: null,
    })
    .execute();
  const operator = await findOperator(trx, context, token);
  if (operator === null)
    throw new Error(`Operator ${operatorId} is gone within the transaction that logs in`);
  return { operator, headers: { 'Set-Cookie': cookieHeader(context, token) } };
}

/**
 * Returns the operator of an active session by its token; null if there is none. The time of last use is written at
 * most once a minute, so that requests do not wait for each other.
 */
async function findOperator(
  db: Kysely<Database>,
  { clock }: Pick<ServerContext, 'clock'>,
  token: string,
): Promise<Operator | null> {
  const now = clock.now();
  const row = await db
    .selectFrom('operator_sessions as session')
    .innerJoin('operators', 'operators.id', 'session.operator_id')
    .select(['operators.id', 'email', 'name', 'role', 'session.id as sessionId', 'proved_at'])
    .select(['session.created_at', 'last_used_at'])
    .where('session.token_hash', '=', hashToken(token))
    .where('session.ended_at', 'is', null)
    .where('session.created_at', '>', new Date(now - longestSession))
    .where('session.last_used_at', '>', new Date(now - longestPause))
    .where('operators.state', '=', 'active')
    .executeTakeFirst();
  if (row === undefined) return null;
  if (row.last_used_at.getTime() <= now - minute) {
    await db
      .updateTable('operator_sessions')
      .set({ last_used_at: new Date(now) })
      .where('id', '=', row.sessionId)
      .where('last_used_at', '=', row.last_used_at)
      .execute();
  }
  const { id, email, name, role, sessionId, proved_at, created_at } = row;
  const session = {
    id: sessionId,
    email,
    fullName: name,
    role,
    endsAt: new Date(created_at.getTime() + longestSession),
    provedAt: proved_at,
  };
  return { id, name: email, permissions: permissionsOf(role), session };
}

/** Authenticates back office requests: by API key (`Authorization`), else by session cookie. */
export function createOperatorAuthentication(
  context: Pick<ServerContext, 'db' | 'clock'>,
): OperatorAuthentication {
  return {
    now: context.clock.now,
    async identify(headers) {
      const authorization = headers.get('Authorization');
      if (authorization !== null) return findApiKey(context, authorization);
      const cookie = headers.get('Cookie') ?? '';
      const token = new RegExp(`(?:^|;\\s*)${cookieName}=([^;]+)`).exec(cookie)?.[1];
      return token === undefined ? null : findOperator(context.db, context, token);
    },
  };
}

/** Returns the session of a request that API keys cannot make. */
export function sessionOf({ session }: Operator): OperatorSession {
  if (session === null) throw new Error('A key has made a call that needs a session');
  return session;
}

/** Logins that one process checks in parallel; at most this many failures can exceed a limit. */
const maxConcurrentLogIns = 4;

interface Credentials {
  readonly email: string;
  readonly password: string;
  /** Six digits of the authenticator, or a recovery code. */
  readonly code: string;
}

/**
 * Logs an operator in. Unknown address, wrong password, wrong code and blocked authenticator get the same response.
 * Failures from other networks never block an operator: above a hundred failures for one address, each network has to
 * wait ten seconds after a failure (docs/behaviour/operations.md#operators).
 */
export function createOperatorLogIn(context: ServerContext) {
  const pass = createSemaphore(maxConcurrentLogIns);
  const { db, passwords } = context;
  return (
    { email, password, code }: Credentials,
    caller: Pick<Caller, 'address' | 'device'>,
  ): Promise<Result<StartedOperatorSession, DomainFailure>> =>
    pass(async () => {
      const network = caller.address;
      const own = limitOf('operator_login', { email, network });
      const slowed = limitOf('operator_login_slowed', { email, network });
      const ofAccount = limitOf('operator_login_account', { email });
      const ofNetwork = limitOf('login_network', { network });
      const isCalm = (await checkLimits(db, context, [ofAccount])).ok;
      const allowed = await checkLimits(db, context, [own, ofNetwork, ...(isCalm ? [] : [slowed])]);
      if (!allowed.ok) return allowed;
      const operator = await db
        .selectFrom('operators')
        .select(['id', 'password_hash', 'factor_salt'])
        .where('email', '=', email)
        .where('state', '=', 'active')
        .executeTakeFirst();
      const hash = operator?.password_hash ?? null;
      const isRight = await passwords.verify(hash, password);
      const started =
        operator === undefined || hash === null || !isRight
          ? err(domainFailure('WRONG_CREDENTIALS'))
          : await inTransaction(db, (trx) => finishLogIn(trx, context, { ...operator, hash, code }, caller));
      if (started.ok) await resetFailures(db, [own, slowed]);
      else await countHit(db, context, [own, slowed, ofAccount, ofNetwork]);
      return started;
    });
}

interface ProvenPassword {
  readonly id: string;
  readonly factor_salt: string;
  readonly hash: string;
  readonly code: string;
}

async function finishLogIn(
  trx: Transaction<Database>,
  context: ServerContext,
  { hash, code, ...owner }: ProvenPassword,
  caller: Pick<Caller, 'address' | 'device'>,
): Promise<Result<StartedOperatorSession, DomainFailure>> {
  // The operator may have been removed or reset while the password was checked.
  const still = await trx
    .selectFrom('operators')
    .select('id')
    .where('id', '=', owner.id)
    .where('state', '=', 'active')
    .where('password_hash', '=', hash)
    .forUpdate()
    .executeTakeFirst();
  if (still === undefined) return err(domainFailure('WRONG_CREDENTIALS'));
  const proved = await useSecondFactor(trx, context, owner, code);
  // Also for a blocked authenticator: another response would reveal that the password is right.
  if (!proved.ok) return err(domainFailure('WRONG_CREDENTIALS'));
  return ok(await startOperatorSession(trx, context, owner.id, caller));
}

/** Verifies the second factor again and stores the time in the session. */
export function proveOperator(
  context: ServerContext,
  operator: Operator,
  code: string,
): Promise<Result<Operator, DomainFailure>> {
  const session = sessionOf(operator);
  return inTransaction(context.db, async (trx) => {
    // Locked, so that parallel guesses are counted one after the other.
    const owner = await trx
      .selectFrom('operators')
      .select(['id', 'factor_salt'])
      .where('id', '=', operator.id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const proved = await useSecondFactor(trx, context, owner, code);
    if (!proved.ok) return proved;
    const provedAt = new Date(context.clock.now());
    await trx
      .updateTable('operator_sessions')
      .set({ proved_at: provedAt })
      .where('id', '=', session.id)
      .execute();
    return ok({ ...operator, session: { ...session, provedAt } });
  });
}

/** Ends one of the operator's own sessions at once. `NOT_FOUND`: it belongs to somebody else or has ended. */
export async function endOwnOperatorSession(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  operatorId: string,
  sessionId: string,
): Promise<Result<null, DomainFailure>> {
  const ended = await db
    .updateTable('operator_sessions')
    .set({ ended_at: new Date(clock.now()) })
    .where('id', '=', sessionId)
    .where('operator_id', '=', operatorId)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return ended === undefined ? err(domainFailure('NOT_FOUND')) : ok(null);
}

/** Returns the operator's active sessions, last used first. */
export async function listOwnOperatorSessions(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  operator: Operator,
) {
  const now = clock.now();
  const rows = await db
    .selectFrom('operator_sessions')
    .select(['id', 'device', 'network', 'created_at', 'last_used_at'])
    .where('operator_id', '=', operator.id)
    .where('ended_at', 'is', null)
    .where('created_at', '>', new Date(now - longestSession))
    .where('last_used_at', '>', new Date(now - longestPause))
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ id, device, network, created_at, last_used_at }) => ({
    type: 'operator_sessions' as const,
    id,
    attributes: {
      device,
      network,
      created_at: created_at.toISOString(),
      last_used_at: last_used_at.toISOString(),
      is_current: id === sessionOf(operator).id,
    },
  }));
}

/** Ends all sessions of an operator except `kept`. */
export async function endOperatorSessions(
  trx: Kysely<Database>,
  operatorId: string,
  now: Date,
  kept?: string,
): Promise<void> {
  await trx
    .updateTable('operator_sessions')
    .set({ ended_at: now })
    .where('operator_id', '=', operatorId)
    .where('ended_at', 'is', null)
    .$if(kept !== undefined, (query) => query.where('id', '!=', kept ?? ''))
    .execute();
}

/** Converts an operator with a session to the form of the API. */
export function describeOperator(operator: Operator) {
  const { email, fullName, role, endsAt, provedAt } = sessionOf(operator);
  const attributes: Omit<SignedInOperator, 'id'> = {
    email,
    shown_email: shownEmail(email),
    name: fullName,
    role,
    permissions: operator.permissions,
    session_ends_at: endsAt.toISOString(),
    proved_at: provedAt.toISOString(),
  };
  return { type: 'operators' as const, id: operator.id, attributes };
}
