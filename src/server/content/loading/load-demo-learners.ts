import type { Transaction } from 'kysely';
import type { DemoLearner } from '#server/content/content.ts';
import type { Database } from '#server/database/schema.ts';
import type { HostContext } from '#server/server-context.ts';

const day = 24 * 60 * 60 * 1000;

/** Adds the learners of the demo with their courses and progress; one who exists already is left alone. */
export async function loadDemoLearners(
  trx: Transaction<Database>,
  { ids, passwords }: Pick<HostContext, 'ids' | 'passwords'>,
  learners: readonly DemoLearner[],
  now: Date,
): Promise<void> {
  for (const learner of learners) {
    const id = ids.uuid();
    const isKnown = await trx
      .selectFrom('users')
      .select('id')
      .where('email', '=', learner.email)
      .executeTakeFirst();
    if (isKnown !== undefined) continue;
    await trx
      .insertInto('users')
      .values({
        id,
        email: learner.email,
        password_hash: await passwords.hash(learner.password),
        firstname: learner.firstname,
        lastname: learner.lastname,
        preferred_language: learner.preferred_language,
        created_at: now,
      })
      .execute();
    for (const course_id of learner.courses) {
      await trx
        .insertInto('entitlements')
        .values({ id: ids.uuid(), user_id: id, course_id, order_id: null, granted_at: now, revoked_at: null })
        .execute();
    }
    for (const { lesson, position_seconds, is_finished, days_ago } of learner.watched) {
      const watched_at = new Date(now.getTime() - days_ago * day);
      await trx
        .insertInto('lesson_progress')
        .values({
          user_id: id,
          lesson_id: lesson,
          position_seconds,
          is_finished,
          watched_at,
          first_watched_at: watched_at,
        })
        .execute();
    }
  }
}
