import type * as z from 'zod/mini';
import type { completeAccount as completeAccountEndpoint } from '#contract/accounts.ts';
import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import type { ApiFailure } from '#host/api-failure.ts';
import { apiFailure } from '#host/api-failure.ts';
import { inTransaction } from '#host/database/transaction.ts';
import type { HostContext } from '#host/host-context.ts';
import { judgeNewPassword } from './judge-new-password.ts';
import { isPasswordLinkOpen, setPassword, usePasswordLink } from './set-password.ts';
import type { StartedSession } from './start-session.ts';
import { startSession } from './start-session.ts';

type Completion = z.output<typeof completeAccountEndpoint.body>;

/**
 * Completes an account made by a purchase with names and a password and logs its owner in (decisions §5): by the link
 * of the mail, or by the bearer of an account that has no password yet (403 `FORBIDDEN` when it has one).
 */
export async function completeAccount(
  context: HostContext,
  completion: Completion,
  user: { readonly id: string } | null,
): Promise<Result<StartedSession, ApiFailure>> {
  const { db, clock, passwords } = context;
  const judged = judgeNewPassword(completion);
  if (!judged.ok) return judged;
  const now = new Date(clock.now());
  const { token } = completion;
  if (token === undefined && user === null) return err(apiFailure('UNAUTHENTICATED'));
  const closed = err(apiFailure('LINK_EXPIRED', { pointer: '/token' }));
  if (token !== undefined && !(await isPasswordLinkOpen(db, token, now))) return closed;
  const password_hash = await passwords.hash(completion.password);
  return inTransaction(db, async (trx) => {
    const owner = token === undefined ? user?.id : await usePasswordLink(trx, token, now);
    if (owner === undefined) return closed;
    const account = await trx
      .selectFrom('users')
      .select(['password_hash', 'newsletter_wished_at'])
      .where('id', '=', owner)
      .forUpdate()
      .executeTakeFirst();
    if (token === undefined && account?.password_hash !== null) return err(apiFailure('FORBIDDEN'));
    await setPassword(
      trx,
      owner,
      {
        password_hash,
        salutation: completion.salutation,
        firstname: completion.firstname,
        lastname: completion.lastname,
        newsletter_wished_at: completion.newsletter ? now : (account?.newsletter_wished_at ?? null),
      },
      now,
    );
    return ok(await startSession(trx, context, owner));
  });
}
