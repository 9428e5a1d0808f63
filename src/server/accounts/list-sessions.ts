import type { SessionResource } from '#api/sessions.ts';
import type { HostContext } from '#server/server-context.ts';

interface SessionPage {
  readonly number: number;
  readonly size: number;
}

/** One page of a user's running sessions, last used first; `sessionId` is the one that asks. */
export async function listSessions(
  { db }: Pick<HostContext, 'db'>,
  user: { readonly id: string; readonly sessionId: string },
  { number, size }: SessionPage,
): Promise<{ readonly items: SessionResource[]; readonly total: number }> {
  const running = db.selectFrom('sessions').where('user_id', '=', user.id).where('revoked_at', 'is', null);
  const rows = await running
    .select(['id', 'device', 'created_at', 'last_used_at'])
    .orderBy('last_used_at', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(size)
    .offset((number - 1) * size)
    .execute();
  const { total } = await running
    .select((where) => where.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
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
