import { type Kysely, sql } from 'kysely';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { openStatuses } from '#server/orders/delivery/content-access.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';

interface FoundLesson {
  readonly id: string;
  readonly course_id: string;
  readonly position: number;
  /** Counts from 0. */
  readonly part: number;
  readonly length_seconds: number;
  readonly is_free: boolean;
}

/** Finds a lesson that the user may watch: free lessons are open to all, others need the course or a subscription. */
export async function findLesson(
  db: Kysely<Database>,
  id: string,
  userId: string | null,
): Promise<Result<FoundLesson, DomainFailure>> {
  const lesson = await db
    .selectFrom('lessons')
    .select(['id', 'course_id', 'position', 'part', 'length_seconds', 'is_free'])
    .where('id', '=', id)
    .where('is_active', '=', true)
    .executeTakeFirst();
  if (lesson === undefined) return err(domainFailure('NOT_FOUND'));
  const isOpen = lesson.is_free || (await mayWatch(db, userId, lesson.course_id));
  return isOpen ? ok(lesson) : err(domainFailure('FORBIDDEN'));
}

/**
 * Returns whether the user may watch the course: as its owner, or by a membership or subscription. Always false for
 * guests (null). One query.
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
