import type { Kysely } from 'kysely';
import type { Learner } from '#core/rules/session.ts';
import type { Database } from '#server/database/schema.ts';
import type { HostContext } from '#server/server-context.ts';
import { signAccessToken } from './access-token.ts';
import { loadLearner } from './load-learner.ts';
import { hashToken } from './token-hash.ts';

/** Both tokens and the auth fields, as the calls that log in answer them (decisions §9). */
export interface StartedSession {
  readonly success: true;
  readonly access: string;
  readonly refresh: string;
  readonly data: Learner;
}

/**
 * Starts a session: one row with the hash of its refresh token, 256 random bits (decisions §5). `device` is what the
 * list of sessions calls it.
 */
export async function startSession(
  db: Kysely<Database>,
  context: Pick<HostContext, 'clock' | 'ids' | 'settings'>,
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
    data: learner,
  };
}

/** Ends every session of a user, as a new password does (decisions §5). */
export async function revokeSessions(db: Kysely<Database>, userId: string, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute();
}
