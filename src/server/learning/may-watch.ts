import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { subscriptionStatuses } from '#core/rules/session.ts';
import { givesAccess } from '#core/rules/subscription-life-cycle.ts';
import type { Database } from '#server/database/schema.ts';

const openStatuses = subscriptionStatuses.filter(givesAccess);

/**
 * Whether this user may watch this course: by owning it, or by a membership or subscription while it gives access
 * (decisions §4). Nobody (null) may watch what is not free. One query.
 */
export async function mayWatch(
  db: Kysely<Database>,
  userId: string | null,
  courseId: string,
): Promise<boolean> {
  if (userId === null) return false;
  const { rows } = await sql<{ may_watch: boolean }>`
    select exists (
      select from entitlements
      where user_id = ${userId} and course_id = ${courseId} and revoked_at is null
    ) or exists (
      select from subscriptions where user_id = ${userId} and status = any(${openStatuses})
    ) as may_watch
  `.execute(db);
  return rows[0]?.may_watch === true;
}
