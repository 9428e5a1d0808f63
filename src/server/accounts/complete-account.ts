import type * as z from 'zod/mini';
import type { completeAccount as completeAccountEndpoint } from '#api/accounts.ts';
import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import type { ApiFailure } from '#server/api-failure.ts';
import { apiFailure } from '#server/api-failure.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Caller } from '#server/http/route.ts';
import { requestNewsletter } from '#server/marketing/request-newsletter.ts';
import type { HostContext } from '#server/server-context.ts';
import { judgeNewPassword } from './judge-new-password.ts';
import { setPassword } from './set-password.ts';
import type { StartedSession } from './start-session.ts';
import { startSession } from './start-session.ts';
import { isLinkOpen, useOneTimeToken } from './use-one-time-token.ts';

type Completion = z.output<typeof completeAccountEndpoint.body>;

/**
 * Completes an account made by a purchase with names and a password and logs its owner in (decisions §5): by the link
 * of the mail, or by the bearer of an account that has no password yet (403 `FORBIDDEN` when it has one).
 */
export async function completeAccount(
  context: HostContext,
  completion: Completion,
  { user, locale, device }: Pick<Caller, 'user' | 'locale' | 'device'>,
): Promise<Result<StartedSession, ApiFailure>> {
  const { db, clock, passwords } = context;
  const judged = judgeNewPassword(completion);
  if (!judged.ok) return judged;
  const now = new Date(clock.now());
  const { token } = completion;
  if (token === undefined && user === null) return err(apiFailure('UNAUTHENTICATED'));
  const closed = err(apiFailure('LINK_EXPIRED', { pointer: '/token' }));
  if (token !== undefined && !(await isLinkOpen(db, 'password', token, now))) return closed;
  const password_hash = await passwords.hash(completion.password);
  return inTransaction(db, async (trx) => {
    const owner =
      token === undefined ? user?.id : (await useOneTimeToken(trx, 'password', token, now))?.user_id;
    if (owner === undefined) return closed;
    const account = await trx
      .selectFrom('users')
      .select(['email', 'password_hash', 'newsletter_wished_at'])
      .where('id', '=', owner)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (token === undefined && account.password_hash !== null) return err(apiFailure('FORBIDDEN'));
    await setPassword(
      trx,
      owner,
      {
        password_hash,
        // By the link of a mail, or logged in to an account that only a mail's code opens.
        email_confirmed_at: now,
        salutation: completion.salutation,
        firstname: completion.firstname,
        lastname: completion.lastname,
        newsletter_wished_at: completion.newsletter ? now : account.newsletter_wished_at,
      },
      now,
    );
    if (completion.newsletter) {
      await requestNewsletter(trx, context, { email: account.email, locale, source: 'account_completion' });
    }
    return ok(await startSession(trx, context, owner, device));
  });
}
