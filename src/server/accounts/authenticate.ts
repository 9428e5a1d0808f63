import type { HostContext } from '#server/server-context.ts';
import { readAccessToken } from './access-token.ts';

/**
 * The user of an `Authorization` header, or null when it is not a bearer of a running session: every access token is
 * checked against its session (decisions §5), so that logging out ends access at once. One query.
 */
export async function authenticate(
  context: Pick<HostContext, 'db' | 'clock' | 'settings'>,
  authorization: string,
): Promise<{ readonly id: string; readonly sessionId: string } | null> {
  const token = /^Bearer +([^ ]+)$/i.exec(authorization)?.[1];
  if (token === undefined) return null;
  const claims = await readAccessToken(context, token);
  if (claims === null) return null;
  const session = await context.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('sessions.id')
    .where('sessions.id', '=', claims.sessionId)
    .where('sessions.user_id', '=', claims.userId)
    .where('sessions.revoked_at', 'is', null)
    .where('users.is_active', '=', true)
    .executeTakeFirst();
  return session === undefined ? null : { id: claims.userId, sessionId: claims.sessionId };
}
