import type { Transaction } from 'kysely';
import type { OperatorRole } from '#core/model/operator.ts';
import type { Locale } from '#core/model/values.ts';
import { defaultLocale } from '#core/rules/basics/locale.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { recordChange } from '#server/platform/audit-log.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import { hashToken } from '#server/platform/one-time-tokens.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { mailAccessChanged } from './access-mail.ts';
import { revokeKeysBeyond } from './api-keys.ts';
import { endOperatorSessions } from './operator-sessions.ts';

const hour = 60 * 60_000;

/** Lifetime of an invitation in hours. */
export const invitationHours = 24;

/** Returns the link that accepts an invitation. The token is in the fragment, so that no server logs it. */
function invitationLink({ settings }: Pick<ServerContext, 'settings'>, token: string): string {
  const { host, path } = settings.backOffice;
  const site = new URL(settings.siteUrl);
  return `${site.protocol}//${host ?? site.host}${path}/einladung#token=${token}`;
}

/** An operator and their invitation link, which is shown only once. */
interface Invited {
  readonly id: string;
  readonly link: string;
}

interface NewOperator {
  readonly email: string;
  readonly role: OperatorRole;
}

/**
 * Invites an operator and returns the link; only the hash of its token is stored. Inviting again replaces the link.
 * `EMAIL_TAKEN`: the address belongs to an active operator.
 */
export function inviteOperator(
  context: ServerContext,
  { email, role }: NewOperator,
): Promise<Result<Invited, DomainFailure>> {
  const { ids } = context;
  const { token, ...invitation } = newInvitation(context);
  return inTransaction(context.db, async (trx) => {
    const before = await trx
      .selectFrom('operators')
      .select('role')
      .where('email', '=', email)
      .where('state', '=', 'invited')
      .forUpdate()
      .executeTakeFirst();
    const invited = await trx
      .insertInto('operators')
      .values({
        ...invitation,
        role,
        id: ids.uuid(),
        email,
        name: '',
        state: 'invited',
        created_at: new Date(context.clock.now()),
      })
      .onConflict((conflict) =>
        conflict
          .column('email')
          .where('state', '!=', 'removed')
          .doUpdateSet({ ...invitation, role })
          .where('operators.state', '=', 'invited'),
      )
      .returning('id')
      .executeTakeFirst();
    if (invited === undefined) return err(domainFailure('EMAIL_TAKEN', { pointer: '/email' }));
    await recordChange(trx, context, {
      action: 'operator.invited',
      record: { type: 'operators', id: invited.id },
      before: before ?? null,
      after: { email, role },
    });
    return ok({ id: invited.id, link: invitationLink(context, token) });
  });
}

/** Returns a new invitation: its token and the columns to store. The new salt invalidates an earlier authenticator. */
function newInvitation({ clock, ids }: Pick<ServerContext, 'clock' | 'ids'>) {
  const token = ids.token(32);
  return {
    token,
    factor_salt: ids.token(16),
    factor_step: 0,
    invitation_hash: hashToken(token),
    invitation_ends_at: new Date(clock.now() + invitationHours * hour),
  };
}

/**
 * Locks all active owners and then the operator, so that two owners cannot remove each other. Undefined if the operator
 * was removed.
 */
async function lockOperator(trx: Transaction<Database>, id: string) {
  const owners = await trx
    .selectFrom('operators')
    .select('id')
    .where('role', '=', 'owner')
    .where('state', '=', 'active')
    .orderBy('id')
    .forUpdate()
    .execute();
  const operator = await trx
    .selectFrom('operators')
    .select(['id', 'email', 'role', 'state'])
    .where('id', '=', id)
    .where('state', '!=', 'removed')
    .forUpdate()
    .executeTakeFirst();
  return operator && { ...operator, isLastOwner: owners.length === 1 && owners[0]?.id === id };
}

/**
 * Resets an operator who lost password or authenticator; they set both again by a link. All their sessions end, and
 * their keys, which the thief of a session may have created; a mail in `locale` informs them. `LAST_OWNER`: only the
 * command line may reset the last owner, who would be locked out if the link were lost.
 */
export function resetOperator(
  context: ServerContext,
  id: string,
  locale: Locale = defaultLocale,
): Promise<Result<Invited, DomainFailure>> {
  const { token, ...invitation } = newInvitation(context);
  return inTransaction(context.db, async (trx) => {
    const operator = await lockOperator(trx, id);
    if (operator === undefined) return err(domainFailure('NOT_FOUND'));
    if (operator.isLastOwner && context.actor?.kind !== 'command') return err(domainFailure('LAST_OWNER'));
    await trx
      .updateTable('operators')
      .set({ ...invitation, state: 'invited', password_hash: null, recovery_hashes: [] })
      .where('id', '=', id)
      .execute();
    await endOperatorSessions(trx, id, new Date(context.clock.now()));
    await recordChange(trx, context, { action: 'operator.reset', record: { type: 'operators', id } });
    await revokeKeysBeyond(trx, context, { maker: operator.email, cause: 'operator.reset', role: null });
    await mailAccessChanged(trx, context, { email: operator.email, locale }, 'reset');
    return ok({ id, link: invitationLink(context, token) });
  });
}

/** Changes the role of an operator from their next request on. Keys with more permissions than the role are revoked. */
export function changeOperatorRole(
  context: ServerContext,
  id: string,
  role: OperatorRole,
): Promise<Result<null, DomainFailure>> {
  return inTransaction(context.db, async (trx) => {
    const operator = await lockOperator(trx, id);
    if (operator === undefined) return err(domainFailure('NOT_FOUND'));
    if (operator.isLastOwner && role !== 'owner') return err(domainFailure('LAST_OWNER'));
    if (operator.role === role) return ok(null);
    await trx.updateTable('operators').set({ role }).where('id', '=', id).execute();
    await recordChange(trx, context, {
      action: 'operator.role_changed',
      record: { type: 'operators', id },
      before: { role: operator.role },
      after: { role },
    });
    await revokeKeysBeyond(trx, context, { maker: operator.email, cause: 'operator.role_changed', role });
    return ok(null);
  });
}

/**
 * Removes an operator: ends their sessions and invitation, revokes the keys that they created, and refuses their next
 * request. Returns the number of revoked keys.
 */
export function removeOperator(context: ServerContext, id: string): Promise<Result<number, DomainFailure>> {
  const now = new Date(context.clock.now());
  return inTransaction(context.db, async (trx) => {
    const operator = await lockOperator(trx, id);
    if (operator === undefined) return err(domainFailure('NOT_FOUND'));
    if (operator.isLastOwner) return err(domainFailure('LAST_OWNER'));
    await trx
      .updateTable('operators')
      .set({
        state: 'removed',
        removed_at: now,
        password_hash: null,
        recovery_hashes: [],
        invitation_hash: null,
        invitation_ends_at: null,
      })
      .where('id', '=', id)
      .execute();
    await endOperatorSessions(trx, id, now);
    await recordChange(trx, context, {
      action: 'operator.removed',
      record: { type: 'operators', id },
      before: { email: operator.email, role: operator.role },
    });
    const { email: maker } = operator;
    return ok(await revokeKeysBeyond(trx, context, { maker, cause: 'operator.removed', role: null }));
  });
}

/**
 * Returns all operators by state and address, with the last use of a session and the number of active keys; only one
 * with `id`.
 */
export async function listOperators({ db }: Pick<ServerContext, 'db'>, id?: string) {
  const rows = await db
    .selectFrom('operators')
    .select(['id', 'email', 'name', 'role', 'state', 'created_at'])
    .select((where) =>
      where
        .selectFrom('operator_sessions')
        .whereRef('operator_id', '=', 'operators.id')
        .select((one) => one.fn.max('last_used_at').as('at'))
        .as('last_used_at'),
    )
    .select((where) =>
      where
        .selectFrom('api_keys')
        .whereRef('created_by', '=', 'operators.email')
        .where('revoked_at', 'is', null)
        .where('operators.state', '!=', 'removed')
        .select((one) => one.fn.countAll<string>().as('running'))
        .as('keys'),
    )
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .orderBy('state')
    .orderBy('email')
    .execute();
  return rows.map(({ id, created_at, last_used_at, keys, ...operator }) => ({
    type: 'operators' as const,
    id,
    attributes: {
      ...operator,
      created_at: created_at.toISOString(),
      last_used_at: last_used_at?.toISOString() ?? null,
      keys: Number(keys),
    },
  }));
}
