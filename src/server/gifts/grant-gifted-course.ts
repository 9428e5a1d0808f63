import type { Transaction } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { HostContext } from '#server/server-context.ts';

interface GiftedCourse {
  readonly userId: string;
  readonly courseId: string;
  readonly giftCodeId: string;
}

/** Gives a course for good; false when the user owns it already. */
export async function grantGiftedCourse(
  trx: Transaction<Database>,
  context: Pick<HostContext, 'clock' | 'ids'>,
  { userId, courseId, giftCodeId }: GiftedCourse,
): Promise<boolean> {
  const granted = await trx
    .insertInto('entitlements')
    .values({
      id: context.ids.uuid(),
      user_id: userId,
      course_id: courseId,
      order_id: null,
      gift_code_id: giftCodeId,
      granted_at: new Date(context.clock.now()),
      revoked_at: null,
    })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'course_id']).where('revoked_at', 'is', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return granted !== undefined;
}
