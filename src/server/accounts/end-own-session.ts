import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import type { ApiFailure } from '#server/api-failure.ts';
import { apiFailure } from '#server/api-failure.ts';
import type { HostContext } from '#server/server-context.ts';

/** Ends one of a user's own sessions at once. One that has ended, or is somebody else's, is 404. */
export async function endOwnSession(
  { db, clock }: Pick<HostContext, 'db' | 'clock'>,
  userId: string,
  sessionId: string,
): Promise<Result<null, ApiFailure>> {
  const ended = await db
    .updateTable('sessions')
    .set({ revoked_at: new Date(clock.now()) })
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return ended === undefined ? err(apiFailure('NOT_FOUND')) : ok(null);
}
