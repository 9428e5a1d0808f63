import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import { createGate } from '#core/rules/semaphore.ts';
import type { ApiFailure } from '#server/api-failure.ts';
import { apiFailure } from '#server/api-failure.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { HostContext } from '#server/server-context.ts';
import type { AttemptLimit } from './attempts.ts';
import { checkAttempts, countFailure, forgetFailures } from './attempts.ts';
import type { StartedSession } from './start-session.ts';
import { startSession } from './start-session.ts';

interface Credentials {
  readonly identifier: string;
  readonly password: string;
}

/** Whence a log-in comes: the address that limits count by, and the device. */
interface Origin {
  readonly address: string;
  readonly device: string;
}

/** Log-ins of one process at once: so many wrong guesses at most can slip past a limit that is just used up. */
const width = 4;

/**
 * Logs in by e-mail and password. Unknown address, wrong password, closed account and an account without a password
 * are refused alike, with the same bytes after the same work (decisions §5). Only failures count against the limits,
 * so that many good log-ins at once are no attack.
 */
export function createLogIn(context: HostContext) {
  const pass = createGate(width);
  const { db, passwords } = context;
  return (
    { identifier, password }: Credentials,
    { address, device }: Origin,
  ): Promise<Result<StartedSession, ApiFailure>> =>
    pass(async () => {
      const limits = limitsOf(identifier, address);
      const allowed = await checkAttempts(db, context, limits.all);
      if (!allowed.ok) return allowed;
      const user = await db
        .selectFrom('users')
        .select(['id', 'password_hash', 'is_active'])
        .where('email', '=', identifier)
        .executeTakeFirst();
      const hash = user?.password_hash ?? null;
      const isRight = await passwords.verify(hash, password);
      if (user === undefined || hash === null || !isRight || !user.is_active) {
        await countFailure(db, context, limits.all);
        return err(apiFailure('WRONG_CREDENTIALS'));
      }
      await forgetFailures(db, limits.own);
      return inTransaction(db, async (trx) => {
        // A password that changes at this moment ends all sessions: it either waits for this one and ends it as well, or
        // comes first, and then the password typed is not the account's any more.
        const still = await trx
          .selectFrom('users')
          .select('id')
          .where('id', '=', user.id)
          .where('password_hash', '=', hash)
          .where('is_active', '=', true)
          .forShare()
          .executeTakeFirst();
        if (still === undefined) return err(apiFailure('WRONG_CREDENTIALS'));
        return ok(await startSession(trx, context, user.id, device));
      });
    });
}

/**
 * From one address an account can be tried ten times; from everywhere together a hundred times, which a stranger can
 * use up but the owner's own few attempts cannot; one address may fail a hundred times over all accounts.
 */
function limitsOf(
  email: string,
  address: string,
): { readonly all: AttemptLimit[]; readonly own: AttemptLimit[] } {
  const own = [{ key: ['login', email, address], attempts: 10, minutes: 15 }];
  return {
    own,
    all: [
      ...own,
      { key: ['login-account', email], attempts: 100, minutes: 15 },
      { key: ['login-address', address], attempts: 100, minutes: 15 },
    ],
  };
}
