import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import type { ApiFailure } from '#server/api-failure.ts';
import { apiFailure } from '#server/api-failure.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { HostContext } from '#server/server-context.ts';
import { judgeNewPassword } from './judge-new-password.ts';
import { setPassword, tellPasswordChange } from './set-password.ts';
import { isLinkOpen, useOneTimeToken } from './use-one-time-token.ts';

interface PasswordReset {
  readonly token: string;
  readonly password: string;
  readonly password_confirmation: string;
}

/** Sets a password by the link of a mail, which works once within 60 minutes, and ends all sessions (decisions §5). */
export async function resetPassword(
  context: HostContext,
  reset: PasswordReset,
): Promise<Result<null, ApiFailure>> {
  const { db, clock, passwords } = context;
  const judged = judgeNewPassword(reset);
  if (!judged.ok) return judged;
  const now = new Date(clock.now());
  const closed = err(apiFailure('LINK_EXPIRED', { pointer: '/token' }));
  if (!(await isLinkOpen(db, 'password', reset.token, now))) return closed;
  const password_hash = await passwords.hash(reset.password);
  return inTransaction(db, async (trx) => {
    const link = await useOneTimeToken(trx, 'password', reset.token, now);
    if (link === undefined) return closed;
    await setPassword(trx, link.user_id, { password_hash, email_confirmed_at: now }, now);
    await tellPasswordChange(trx, context, link.user_id);
    return ok(null);
  });
}
