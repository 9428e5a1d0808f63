import type { Transaction } from 'kysely';
import type * as z from 'zod/mini';
import type { updateUser as updateUserEndpoint } from '#api/accounts/account-endpoints.ts';
import type { Learner } from '#core/model/user.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { endNewsletter, requestNewsletter } from '#server/marketing/newsletter.ts';
import type { UserCaller } from '#server/platform/caller.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import { respondInConstantTime } from '#server/platform/http/constant-time-response.ts';
import { limitOf, takeHit } from '#server/platform/rate-limits.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { checkEmailProof, requestEmailChange } from './email-change.ts';
import { loadLearner } from './load-learner.ts';

type Changes = z.output<typeof updateUserEndpoint.body>['data']['attributes'];

/**
 * Changes the given fields of the user's profile and returns the auth fields. A new e-mail and a newsletter request
 * take effect only by their links; a new e-mail needs the password or a code mailed to the current address;
 * unsubscribing takes effect at once. Changes that send mails are limited by account. Requests by strangers never
 * refuse a change; above the limit of the address only the mail is not sent. An e-mail change takes constant time, so
 * that it does not reveal whether the address is taken.
 */
export function updateUser(
  context: ServerContext,
  caller: Pick<UserCaller, 'user' | 'locale'>,
  changes: Changes,
): Promise<Result<Learner, DomainFailure>> {
  const change = () => changeProfile(context, caller, changes);
  return changes.email === undefined ? change() : respondInConstantTime(context, change);
}

async function changeProfile(
  context: ServerContext,
  { user: { id: userId, sessionId }, locale }: Pick<UserCaller, 'user' | 'locale'>,
  { email, newsletter, password, code, ...plain }: Changes,
): Promise<Result<Learner, DomainFailure>> {
  if (email !== undefined || newsletter === true) {
    const allowed = await takeHit(context.db, context, [limitOf('profile_mail', { account: userId })]);
    if (!allowed.ok) return allowed;
  }
  if (email !== undefined) {
    const proved = await checkEmailProof(context, userId, { password, code });
    if (!proved.ok) return proved;
  }
  return inTransaction(context.db, async (trx) => {
    const own = await trx
      .selectFrom('users')
      .select(['id', 'email', 'email_confirmed_at'])
      .where('id', '=', userId)
      .executeTakeFirst();
    if (own === undefined) return err(domainFailure('NOT_FOUND'));
    if (newsletter !== undefined && own.email_confirmed_at === null) {
      return err(domainFailure('EMAIL_NOT_CONFIRMED', { pointer: '/data/attributes/newsletter' }));
    }
    await changePlain(trx, userId, plain);
    if (newsletter === false) await endNewsletter(trx, context, { email: own.email, source: 'profile' });
    if (newsletter === true) {
      await requestNewsletter(trx, context, { email: own.email, locale, source: 'profile' });
    }
    if (email !== undefined && email !== own.email) {
      await requestEmailChange(trx, context, { ...own, sessionId }, { email, locale });
    }
    const learner = await loadLearner(trx, userId);
    return learner === undefined ? err(domainFailure('NOT_FOUND')) : ok(learner);
  });
}

async function changePlain(
  trx: Transaction<Database>,
  userId: string,
  changes: Omit<Changes, 'email' | 'newsletter' | 'password' | 'code'>,
): Promise<void> {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  if (given.length === 0) return;
  await trx.updateTable('users').set(Object.fromEntries(given)).where('id', '=', userId).execute();
}
