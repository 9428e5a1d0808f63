import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import type { ApiFailure } from '#server/api-failure.ts';
import { apiFailure } from '#server/api-failure.ts';
import type { HostContext } from '#server/server-context.ts';
import { forgetFailures, takeAttempt } from './attempts.ts';

/**
 * Whether the logged-in user knows the account's password; answers its hash, so that later steps can tell whether it
 * changed meanwhile. Ten wrong ones in a quarter of an hour and no more, or a stolen session could guess on.
 * `WRONG_PASSWORD` also for an account without one.
 */
export async function checkOwnPassword(
  context: HostContext,
  userId: string,
  password: string,
  pointer: string,
): Promise<Result<string, ApiFailure>> {
  const { db, passwords } = context;
  const limits = [{ key: ['own-password', userId], attempts: 10, minutes: 15 }];
  const allowed = await takeAttempt(db, context, limits);
  if (!allowed.ok) return allowed;
  const user = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirst();
  const hash = user?.password_hash ?? null;
  const isRight = await passwords.verify(hash, password);
  if (!isRight || hash === null) return err(apiFailure('WRONG_PASSWORD', { pointer }));
  await forgetFailures(db, limits);
  return ok(hash);
}
