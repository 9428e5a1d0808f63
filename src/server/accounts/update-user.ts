import type { Transaction } from 'kysely';
import type * as z from 'zod/mini';
import type { updateUser as updateUserEndpoint } from '#api/accounts.ts';
import type { Locale } from '#core/rules/locale.ts';
import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import type { Learner } from '#core/rules/session.ts';
import type { ApiFailure } from '#server/api-failure.ts';
import { apiFailure } from '#server/api-failure.ts';
import type { Database } from '#server/database/schema.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { leaveNewsletter } from '#server/marketing/leave-newsletter.ts';
import { requestNewsletter } from '#server/marketing/request-newsletter.ts';
import type { HostContext } from '#server/server-context.ts';
import { takeAttempt } from './attempts.ts';
import { answerAlike } from './constant-time-response.ts';
import { loadLearner } from './load-learner.ts';
import { requestEmailChange } from './request-email-change.ts';

type Changes = z.output<typeof updateUserEndpoint.body>['data']['attributes'];

/**
 * Changes what is given of a user's own profile and answers the auth fields. A new e-mail and a wished newsletter wait
 * for their links (decisions §5), so the answer shows them as they were; leaving the newsletter counts at once. What
 * sends mails is limited, and an e-mail change takes a fixed time, so that it does not tell whose address is taken.
 */
export function updateUser(
  context: HostContext,
  userId: string,
  changes: Changes,
  locale: Locale,
): Promise<Result<Learner, ApiFailure>> {
  const change = () => changeProfile(context, userId, changes, locale);
  return changes.email === undefined ? change() : answerAlike(change);
}

async function changeProfile(
  context: HostContext,
  userId: string,
  { email, newsletter, ...plain }: Changes,
  locale: Locale,
): Promise<Result<Learner, ApiFailure>> {
  if (email !== undefined || newsletter === true) {
    const allowed = await takeAttempt(context.db, context, [
      { key: ['profile-mail', userId], attempts: 10, minutes: 60 },
    ]);
    if (!allowed.ok) return allowed;
  }
  const learner = await inTransaction(context.db, async (trx) => {
    await changePlain(trx, userId, plain);
    const own = await trx
      .selectFrom('users')
      .select(['id', 'email'])
      .where('id', '=', userId)
      .executeTakeFirst();
    if (own === undefined) return undefined;
    if (newsletter === false) await leaveNewsletter(trx, context, { email: own.email, source: 'profile' });
    if (newsletter === true) {
      await requestNewsletter(trx, context, { email: own.email, locale, source: 'profile' });
    }
    if (email !== undefined && email !== own.email) {
      await requestEmailChange(trx, context, own, { email, locale });
    }
    return loadLearner(trx, userId);
  });
  return learner === undefined ? err(apiFailure('NOT_FOUND')) : ok(learner);
}

async function changePlain(
  trx: Transaction<Database>,
  userId: string,
  changes: Omit<Changes, 'email' | 'newsletter'>,
): Promise<void> {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  if (given.length === 0) return;
  await trx.updateTable('users').set(Object.fromEntries(given)).where('id', '=', userId).execute();
}
