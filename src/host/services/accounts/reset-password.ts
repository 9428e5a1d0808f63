import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import type { ApiFailure } from '#host/api-failure.ts';
import { apiFailure } from '#host/api-failure.ts';
import { inTransaction } from '#host/database/transaction.ts';
import type { HostContext } from '#host/host-context.ts';
import { judgeNewPassword } from './judge-new-password.ts';
import { isPasswordLinkOpen, setPassword, usePasswordLink } from './set-password.ts';

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
  if (!(await isPasswordLinkOpen(db, reset.token, now))) return closed;
  const password_hash = await passwords.hash(reset.password);
  return inTransaction(db, async (trx) => {
    const userId = await usePasswordLink(trx, reset.token, now);
    if (userId === undefined) return closed;
    await setPassword(trx, userId, { password_hash }, now);
    return ok(null);
  });
}
