import type { HostContext } from '#server/server-context.ts';

/** Ends all sessions of a user at once, except the one that asks. */
export async function endOtherSessions(
  { db, clock }: Pick<HostContext, 'db' | 'clock'>,
  user: { readonly id: string; readonly sessionId: string },
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ revoked_at: new Date(clock.now()) })
    .where('user_id', '=', user.id)
    .where('id', '<>', user.sessionId)
    .where('revoked_at', 'is', null)
    .execute();
}
