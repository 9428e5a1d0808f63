import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import type { ApiFailure } from '#server/api-failure.ts';
import { apiFailure } from '#server/api-failure.ts';
import type { HostContext } from '#server/server-context.ts';
import { signAccessToken } from './access-token.ts';
import { hashToken } from './token-hash.ts';

/** When a session was last used is noted to the minute, so that many refreshes at once do not queue for its row. */
const noteEvery = 60_000;

/**
 * A new access token for a running session. The refresh token stays the same (decisions §5), so any number of calls
 * at once, and a lost answer, do no harm. 401 `REFRESH_REFUSED` when the session has ended or never was.
 */
export async function refreshSession(
  context: Pick<HostContext, 'db' | 'clock' | 'settings'>,
  refresh: string,
): Promise<Result<string, ApiFailure>> {
  const { db, clock } = context;
  const session = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'sessions.user_id', 'sessions.last_used_at'])
    .where('sessions.refresh_hash', '=', hashToken(refresh))
    .where('sessions.revoked_at', 'is', null)
    .where('users.is_active', '=', true)
    .executeTakeFirst();
  if (session === undefined) return err(apiFailure('REFRESH_REFUSED'));
  if (session.last_used_at.getTime() <= clock.now() - noteEvery) {
    await db
      .updateTable('sessions')
      .set({ last_used_at: new Date(clock.now()) })
      .where('id', '=', session.id)
      .where('last_used_at', '=', session.last_used_at)
      .execute();
  }
  return ok(await signAccessToken(context, { userId: session.user_id, sessionId: session.id }));
}
