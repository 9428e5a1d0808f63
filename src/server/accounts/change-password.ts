import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import type { ApiFailure } from '#server/api-failure.ts';
import { apiFailure } from '#server/api-failure.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { HostContext } from '#server/server-context.ts';
import { checkOwnPassword } from './check-own-password.ts';
import { judgeNewPassword } from './judge-new-password.ts';
import { setPassword, tellPasswordChange } from './set-password.ts';
import type { StartedSession } from './start-session.ts';
import { startSession } from './start-session.ts';

interface PasswordChange {
  readonly current_password: string;
  readonly password: string;
  readonly password_confirmation: string;
}

/**
 * Sets a new password with the current one: every session ends, the caller gets a new one (decisions §5). Of two changes
 * at once the second is refused with `WRONG_PASSWORD`, because its current password is no longer that.
 */
export async function changePassword(
  context: HostContext,
  userId: string,
  change: PasswordChange,
  device: string,
): Promise<Result<StartedSession, ApiFailure>> {
  const judged = judgeNewPassword(change);
  if (!judged.ok) return judged;
  const checked = await checkOwnPassword(context, userId, change.current_password, '/current_password');
  if (!checked.ok) return checked;
  const password_hash = await context.passwords.hash(change.password);
  const now = new Date(context.clock.now());
  return inTransaction(context.db, async (trx) => {
    const unchanged = await trx
      .selectFrom('users')
      .select('id')
      .where('id', '=', userId)
      .where('password_hash', '=', checked.value)
      .forUpdate()
      .executeTakeFirst();
    if (unchanged === undefined) return err(apiFailure('WRONG_PASSWORD', { pointer: '/current_password' }));
    await setPassword(trx, userId, { password_hash }, now);
    await tellPasswordChange(trx, context, userId);
    return ok(await startSession(trx, context, userId, device));
  });
}
