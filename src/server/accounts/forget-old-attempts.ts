import { sql } from 'kysely';
import type { HostContext } from '#server/server-context.ts';

/** Longer than any window, in milliseconds. */
const keptFor = 2 * 24 * 60 * 60 * 1000;
const batch = 1000;

/** Removes counts whose windows are long over, a thousand at a time; answers how many. */
export async function forgetOldAttempts({ db, clock }: Pick<HostContext, 'db' | 'clock'>): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from rate_limits where key in (
      select key from rate_limits where window_started_at < ${new Date(clock.now() - keptFor)}
      limit ${batch} for update skip locked
    )`.execute(db);
  return Number(numAffectedRows ?? 0);
}
