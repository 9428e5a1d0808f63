import { createHmac } from 'node:crypto';
import type { Transaction } from 'kysely';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { validateNewPassword } from '#server/accounts/passwords.ts';
import { recordChange } from '#server/platform/audit-log.ts';
import type { Operator, OperatorCaller } from '#server/platform/caller.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import { limitOf, resetFailures, takeHit } from '#server/platform/rate-limits.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { mailAccessChanged } from './access-mail.ts';
import { endOperatorSessions, sessionOf } from './operator-sessions.ts';
import { type FactorOwner, factorSecret, shownFactor } from './second-factor.ts';
import { totpStep } from './totp.ts';

interface PasswordChange {
  readonly current_password: string;
  readonly password: string;
  readonly password_confirmation: string;
}

/**
 * Changes the password of the calling operator after checking the current one, and ends their other sessions. A wrong
 * one counts as a failed login of this network and of the operator, so that a stolen session cannot be used to guess
 * it. Of two concurrent changes the second is refused.
 */
export async function changeOwnPassword(
  context: ServerContext,
  caller: Pick<OperatorCaller, 'operator' | 'address' | 'locale'>,
  { current_password, ...change }: PasswordChange,
): Promise<Result<null, DomainFailure>> {
  const valid = validateNewPassword(change);
  if (!valid.ok) return valid;
  const { db, passwords } = context;
  const { operator, address } = caller;
  const { email } = sessionOf(operator);
  const limits = [
    limitOf('own_password', { account: operator.id }),
    limitOf('operator_login', { email, network: address }),
  ];
  const allowed = await takeHit(db, context, limits);
  if (!allowed.ok) return allowed;
  const wrong = err(domainFailure('WRONG_PASSWORD', { pointer: '/current_password' }));
  const { password_hash: hash } = await db
    .selectFrom('operators')
    .select('password_hash')
    .where('id', '=', operator.id)
    .executeTakeFirstOrThrow();
  if (!(await passwords.verify(hash, current_password))) return wrong;
  await resetFailures(db, limits);
  const password_hash = await passwords.hash(change.password);
  return inTransaction(db, async (trx) => {
    const own = await lockOwnRow(trx, operator);
    if (own === null) return err(domainFailure('UNAUTHENTICATED'));
    if (own.password_hash !== hash) return wrong;
    await trx.updateTable('operators').set({ password_hash }).where('id', '=', own.id).execute();
    return finishChange(trx, context, caller, 'password');
  });
}

/**
 * Returns a new authenticator for the calling operator, to be confirmed with its `token` by `replaceAuthenticator`.
 * Nothing is stored: until then the current one stays valid.
 */
export async function openAuthenticator(context: ServerContext, operator: Operator) {
  const own = await context.db
    .selectFrom('operators')
    .select(['id', 'factor_salt'])
    .where('id', '=', operator.id)
    .executeTakeFirstOrThrow();
  const token = context.ids.token(32);
  return { token, ...shownFactor(context, nextFactor(context, own, token), sessionOf(operator).email) };
}

/**
 * Derives the salt of the next authenticator from the current one, so that a token works for one replacement only and a
 * caller cannot choose what is stored.
 */
function nextFactor(
  { settings }: Pick<ServerContext, 'settings'>,
  { id, factor_salt }: FactorOwner,
  token: string,
): FactorOwner {
  const next = createHmac('sha256', settings.tokenSecret).update(`next-factor:${factor_salt}:${token}`);
  return { id, factor_salt: next.digest('base64url') };
}

/**
 * Replaces the authenticator by that of a token, if a code proves that the operator has it. Other sessions end;
 * recovery codes stay. Wrong codes are not counted: the caller already knows the secret.
 */
export function replaceAuthenticator(
  context: ServerContext,
  caller: Pick<OperatorCaller, 'operator' | 'locale'>,
  { token, code }: { readonly token: string; readonly code: string },
): Promise<Result<null, DomainFailure>> {
  return inTransaction(context.db, async (trx) => {
    const own = await lockOwnRow(trx, caller.operator);
    if (own === null) return err(domainFailure('UNAUTHENTICATED'));
    const next = nextFactor(context, own, token);
    const step = totpStep(factorSecret(context, next), code, context.clock.now());
    if (step === null) return err(domainFailure('WRONG_CODE', { pointer: '/code' }));
    await trx
      .updateTable('operators')
      .set({ factor_salt: next.factor_salt, factor_step: step })
      .where('id', '=', own.id)
      .execute();
    return finishChange(trx, context, caller, 'factor');
  });
}

/** Locks the row of the calling operator; null if another change has ended their session since the call began. */
async function lockOwnRow(trx: Transaction<Database>, operator: Operator) {
  const own = await trx
    .selectFrom('operators')
    .select(['id', 'factor_salt', 'password_hash'])
    .where('id', '=', operator.id)
    .where('state', '=', 'active')
    .forUpdate()
    .executeTakeFirst();
  const running = await trx
    .selectFrom('operator_sessions')
    .select('id')
    .where('id', '=', sessionOf(operator).id)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return own === undefined || running === undefined ? null : own;
}

const actions = { password: 'operator.password_changed', factor: 'operator.factor_replaced' } as const;

async function finishChange(
  trx: Transaction<Database>,
  context: ServerContext,
  { operator, locale }: Pick<OperatorCaller, 'operator' | 'locale'>,
  change: keyof typeof actions,
): Promise<Result<null, DomainFailure>> {
  const { id } = operator;
  const session = sessionOf(operator);
  await endOperatorSessions(trx, id, new Date(context.clock.now()), session.id);
  await recordChange(trx, context, { action: actions[change], record: { type: 'operators', id } });
  await mailAccessChanged(trx, context, { email: session.email, locale }, change);
  return ok(null);
}
