import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { SessionResource } from '#api/accounts/session-endpoints.ts';
import type { Learner } from '#core/model/user.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { numberedPage } from '#server/platform/database/list-page.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import { signAccessToken } from '#server/platform/http/access-token.ts';
import { hashToken } from '#server/platform/one-time-tokens.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { loadLearner } from './load-learner.ts';

/** The response of every call that logs in: the tokens and the auth fields. */
export interface StartedSession {
  readonly success: true;
  readonly access: string;
  readonly refresh: string;
  readonly device_token: string;
  readonly data: Learner;
}

/**
 * Starts a session. The refresh token has 256 random bits; only its hash is stored. `device` is the name shown in the
 * list of sessions.
 */
export async function startSession(
  db: Kysely<Database>,
  context: Pick<ServerContext, 'clock' | 'ids' | 'settings'>,
  userId: string,
  device: string,
): Promise<StartedSession> {
  const sessionId = context.ids.uuid();
  const refresh = context.ids.token(32);
  const now = new Date(context.clock.now());
  await db
    .insertInto('sessions')
    .values({
      id: sessionId,
      user_id: userId,
      device,
      refresh_hash: hashToken(refresh),
      created_at: now,
      last_used_at: now,
      revoked_at: null,
    })
    .execute();
  const learner = await loadLearner(db, userId);
  if (learner === undefined) throw new Error(`User ${userId} is gone within the transaction that logs in`);
  return {
    success: true,
    access: await signAccessToken(context, { userId, sessionId }),
    refresh,
    device_token: issueDeviceToken(context, userId),
    data: learner,
  };
}

/** How long a session lasts after its last use. */
export const sessionDays = 90;

/** `sessionDays` in milliseconds. */
const longestRest = sessionDays * 24 * 60 * 60_000;

/**
 * Sessions used before this time have ended (docs/behaviour/accounts.md#end-of-a-session). A session is
 * used whenever its access token is renewed.
 */
export function endedBefore(now: number): Date {
  return new Date(now - longestRest);
}

/** Whether a session is still active, read inside a transaction that started after the caller was authenticated. */
export async function isSessionActive(
  trx: Kysely<Database>,
  user: { readonly id: string; readonly sessionId: string },
): Promise<boolean> {
  const session = await trx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', user.sessionId)
    .where('user_id', '=', user.id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return session !== undefined;
}

/** Ends all sessions of a user, except the one named. */
export async function revokeSessions(
  db: Kysely<Database>,
  userId: string,
  now: Date,
  except?: string,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .$if(except !== undefined, (query) => query.where('id', '!=', except ?? ''))
    .where('revoked_at', 'is', null)
    .execute();
}

/**
 * Milliseconds. Writing `last_used_at` at most once a minute keeps parallel refreshes from waiting for the row lock.
 */
const lastUsedPrecision = 60_000;

/**
 * Returns a new access token for an active session. The refresh token does not change, so parallel calls and a lost
 * response are harmless. 401 `REFRESH_REFUSED` when the session has ended or is unknown.
 */
export async function refreshSession(
  context: Pick<ServerContext, 'db' | 'clock' | 'settings'>,
  refresh: string,
): Promise<Result<string, DomainFailure>> {
  const { db, clock } = context;
  const session = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'sessions.user_id', 'sessions.last_used_at'])
    .where('sessions.refresh_hash', '=', hashToken(refresh))
    .where('sessions.revoked_at', 'is', null)
    .where('sessions.last_used_at', '>', endedBefore(clock.now()))
    .where('users.is_active', '=', true)
    .executeTakeFirst();
  if (session === undefined) return err(domainFailure('REFRESH_REFUSED'));
  if (session.last_used_at.getTime() <= clock.now() - lastUsedPrecision) {
    await db
      .updateTable('sessions')
      .set({ last_used_at: new Date(clock.now()) })
      .where('id', '=', session.id)
      .where('last_used_at', '=', session.last_used_at)
      .execute();
  }
  return ok(await signAccessToken(context, { userId: session.user_id, sessionId: session.id }));
}

/** Logs out: ends the session of a refresh token. An unknown token gets the same response. */
export async function endSession(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  refresh: string,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ revoked_at: new Date(clock.now()) })
    .where('refresh_hash', '=', hashToken(refresh))
    .where('revoked_at', 'is', null)
    .execute();
}

/** Ends one of the user's own sessions; 404 when it has ended already or belongs to another user. */
export async function endOwnSession(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  userId: string,
  sessionId: string,
): Promise<Result<null, DomainFailure>> {
  const ended = await db
    .updateTable('sessions')
    .set({ revoked_at: new Date(clock.now()) })
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return ended === undefined ? err(domainFailure('NOT_FOUND')) : ok(null);
}

/** Ends all sessions of a user except the caller's. */
export async function endOtherSessions(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  user: { readonly id: string; readonly sessionId: string },
): Promise<void> {
  await revokeSessions(db, user.id, new Date(clock.now()), user.sessionId);
}

interface SessionPage {
  readonly number: number;
  readonly size: number;
}

/** One page of a user's active sessions, last used first. `user.sessionId` is the caller's session. */
export async function listSessions(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  user: { readonly id: string; readonly sessionId: string },
  { number, size }: SessionPage,
): Promise<{ readonly items: SessionResource[]; readonly total: number }> {
  const running = db
    .selectFrom('sessions')
    .where('user_id', '=', user.id)
    .where('revoked_at', 'is', null)
    .where('last_used_at', '>', endedBefore(clock.now()));
  const shown = running
    .select(['id', 'device', 'created_at', 'last_used_at'])
    .orderBy('last_used_at', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc');
  const { rows, total } = await numberedPage(shown, running, { number, size });
  return {
    total,
    items: rows.map(({ id, device, created_at, last_used_at }) => ({
      type: 'sessions',
      id,
      attributes: {
        device,
        created_at: created_at.toISOString(),
        last_used_at: last_used_at.toISOString(),
        is_current: id === user.sessionId,
      },
    })),
  };
}

/**
 * A token that identifies a device after a login. It proves no identity: it only gives the device its own rate limits,
 * so that strangers who guess passwords cannot lock the owner out. Signed with the user's id and not stored.
 */
function issueDeviceToken(
  { ids, settings }: Pick<ServerContext, 'ids' | 'settings'>,
  userId: string,
): string {
  const device = ids.token(16);
  return `${device}.${sign(settings.tokenSecret, userId, device)}`;
}

/** Returns the device id of a token; null without a token, or when it was not issued to this user. */
export function readDeviceToken(
  { settings }: Pick<ServerContext, 'settings'>,
  userId: string | undefined,
  token: string | undefined,
): string | null {
  if (userId === undefined || token === undefined) return null;
  const [device = '', signature = ''] = token.split('.');
  const given = Buffer.from(signature);
  const expected = Buffer.from(sign(settings.tokenSecret, userId, device));
  return given.length === expected.length && timingSafeEqual(given, expected) ? device : null;
}

function sign(secret: string, userId: string, device: string): string {
  return createHmac('sha256', secret).update(`known-device:${userId}:${device}`).digest('base64url');
}
