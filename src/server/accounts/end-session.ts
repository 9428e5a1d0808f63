import type { HostContext } from '#server/server-context.ts';
import { hashToken } from './token-hash.ts';

/** Logs out: ends the session of a refresh token at once. An unknown token changes nothing and is answered alike. */
export async function endSession(
  { db, clock }: Pick<HostContext, 'db' | 'clock'>,
  refresh: string,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ revoked_at: new Date(clock.now()) })
    .where('refresh_hash', '=', hashToken(refresh))
    .where('revoked_at', 'is', null)
    .execute();
}
