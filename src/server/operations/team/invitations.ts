import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { validateNewPassword } from '#server/accounts/passwords.ts';
import { recordChange } from '#server/platform/audit-log.ts';
import type { Caller } from '#server/platform/caller.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import { hashToken } from '#server/platform/one-time-tokens.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { type StartedOperatorSession, startOperatorSession } from './operator-sessions.ts';
import { makeRecoveryCodes, shownFactor, useSecondFactor } from './second-factor.ts';

async function findInvitation({ db, clock }: Pick<ServerContext, 'db' | 'clock'>, token: string) {
  return db
    .selectFrom('operators')
    .select(['id', 'email', 'name', 'role', 'factor_salt'])
    .where('invitation_hash', '=', hashToken(token))
    .where('invitation_ends_at', '>', new Date(clock.now()))
    .where('state', '=', 'invited')
    .executeTakeFirst();
}

/** Reads an invitation, with the secret of the second factor. */
export async function openInvitation(context: ServerContext, token: string) {
  const found = await findInvitation(context, token);
  if (found === undefined) return err(domainFailure('LINK_EXPIRED', { pointer: '/token' }));
  const { email, name, role } = found;
  return ok({ email, name, role, ...shownFactor(context, found, email) });
}

interface AcceptedInvitation {
  readonly token: string;
  readonly name: string;
  readonly password: string;
  readonly password_confirmation: string;
  readonly code: string;
}

/**
 * Sets name and password of an invited operator who gives a valid authenticator code, and logs them in. The recovery
 * codes are returned only here.
 */
export async function acceptInvitation(
  context: ServerContext,
  { token, name, code, ...passwords }: AcceptedInvitation,
  caller: Pick<Caller, 'address' | 'device'>,
): Promise<Result<StartedOperatorSession & { readonly codes: readonly string[] }, DomainFailure>> {
  const valid = validateNewPassword(passwords);
  if (!valid.ok) return valid;
  const expired = err(domainFailure('LINK_EXPIRED', { pointer: '/token' }));
  const invited = await findInvitation(context, token);
  if (invited === undefined) return expired;
  const password_hash = await context.passwords.hash(passwords.password);
  const { codes, hashes } = makeRecoveryCodes(context);
  return inTransaction(context.db, async (trx) => {
    const proved = await useSecondFactor(trx, context, invited, code);
    if (!proved.ok) return proved;
    const accepted = await trx
      .updateTable('operators')
      .set({
        name,
        state: 'active',
        password_hash,
        recovery_hashes: hashes,
        invitation_hash: null,
        invitation_ends_at: null,
      })
      .where('id', '=', invited.id)
      .where('invitation_hash', '=', hashToken(token))
      .where('state', '=', 'invited')
      .returning('id')
      .executeTakeFirst();
    if (accepted === undefined) return expired;
    await recordChange(
      trx,
      {
        ...context,
        actor: { kind: 'operator', id: invited.id, name: invited.email, network: caller.address },
      },
      { action: 'operator.accepted', record: { type: 'operators', id: invited.id }, after: { name } },
    );
    return ok({ ...(await startOperatorSession(trx, context, invited.id, caller)), codes });
  });
}
