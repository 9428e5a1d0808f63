import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { recordChange } from '#server/platform/audit-log.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { lockAccount } from './lock-account.ts';

interface CourseAccess {
  readonly userId: string;
  readonly courseId: string;
  readonly hasAccess: boolean;
  /** Why, for the audit log. */
  readonly reason: string;
}

/**
 * Grants an account access to a course or revokes it, as an operator
 * (docs/behaviour/operations.md#customers-for-operators). Changes nothing if the access is already as wanted.
 * `NOT_FOUND`: no such account or course.
 */
export function setCourseAccess(
  context: ServerContext,
  { userId, courseId, hasAccess, reason }: CourseAccess,
): Promise<Result<null, DomainFailure>> {
  const now = new Date(context.clock.now());
  return inTransaction(context.db, async (trx) => {
    const hasAccount = await lockAccount(trx, userId);
    const course = await trx
      .selectFrom('products')
      .select('id')
      .where('id', '=', courseId)
      .where('kind', '=', 'course')
      .where('was_shown', '=', true)
      .executeTakeFirst();
    if (!hasAccount || course === undefined) return err(domainFailure('NOT_FOUND'));
    const changed = hasAccess
      ? await trx
          .insertInto('entitlements')
          .values({ id: context.ids.uuid(), user_id: userId, course_id: courseId, granted_at: now })
          .onConflict((conflict) =>
            conflict.columns(['user_id', 'course_id']).where('revoked_at', 'is', null).doNothing(),
          )
          .returning('id')
          .execute()
      : await trx
          .updateTable('entitlements')
          .set({ revoked_at: now })
          .where('user_id', '=', userId)
          .where('course_id', '=', courseId)
          .where('revoked_at', 'is', null)
          .returning('id')
          .execute();
    if (changed.length > 0)
      await recordChange(trx, context, {
        action: hasAccess ? 'account.course_given' : 'account.course_taken',
        record: { type: 'users', id: userId },
        after: { course: courseId, reason },
      });
    return ok(null);
  });
}

/**
 * Logs an account out on every device, at once. Returns the number of ended sessions; null when there is no such
 * account.
 */
export function logOutEverywhere(context: ServerContext, userId: string): Promise<number | null> {
  return inTransaction(context.db, async (trx) => {
    const user = await trx
      .selectFrom('users')
      .select('id')
      .where('id', '=', userId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (user === undefined) return null;
    const { numUpdatedRows } = await trx
      .updateTable('sessions')
      .set({ revoked_at: new Date(context.clock.now()) })
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .executeTakeFirst();
    await recordChange(trx, context, {
      action: 'account.logged_out',
      record: { type: 'users', id: userId },
      after: { sessions_ended: Number(numUpdatedRows) },
    });
    return Number(numUpdatedRows);
  });
}
