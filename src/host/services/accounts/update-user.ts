import type * as z from 'zod/mini';
import type { updateUser as updateUserEndpoint } from '#contract/accounts.ts';
import type { Learner } from '#core/rules/session.ts';
import type { HostContext } from '#host/host-context.ts';
import { loadLearner } from './load-learner.ts';

type Changes = z.output<typeof updateUserEndpoint.body>['data']['attributes'];

/** Changes what is given of a user's own profile and answers the auth fields; undefined when there is no such user. */
export async function updateUser(
  { db }: Pick<HostContext, 'db'>,
  userId: string,
  changes: Changes,
): Promise<Learner | undefined> {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  if (given.length > 0) {
    await db.updateTable('users').set(Object.fromEntries(given)).where('id', '=', userId).execute();
  }
  return loadLearner(db, userId);
}
