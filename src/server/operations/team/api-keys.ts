import { sql, type Transaction } from 'kysely';
import type { AuditAction } from '#core/model/audit-log.ts';
import type { OperatorRole, Permission } from '#core/model/operator.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { permissionsOf } from '#core/rules/operations/permissions.ts';
import { recordChange } from '#server/platform/audit-log.ts';
import type { Operator } from '#server/platform/caller.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import { hashToken } from '#server/platform/one-time-tokens.ts';
import type { ServerContext } from '#server/platform/server-context.ts';

/** Prefix of every key, by which people and secret scanners recognise it. */
const prefix = 'mhk_';

const minute = 60_000;

/** Returns the API key of an `Authorization` header as an operator; null if there is no valid one. */
export async function findApiKey(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  authorization: string,
): Promise<Operator | null> {
  const token = /^Bearer +(mhk_[\w-]+)$/i.exec(authorization)?.[1];
  if (token === undefined) return null;
  const now = clock.now();
  const key = await db
    .selectFrom('api_keys')
    .select(['id', 'name', 'permissions', 'last_used_at'])
    .where('token_hash', '=', hashToken(token))
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (key === undefined) return null;
  if (key.last_used_at === null || key.last_used_at.getTime() <= now - minute)
    await db
      .updateTable('api_keys')
      .set({ last_used_at: new Date(now) })
      .where('id', '=', key.id)
      .execute();
  return { id: key.id, name: key.name, permissions: key.permissions as Permission[], session: null };
}

interface NewApiKey {
  readonly name: string;
  readonly permissions: readonly Permission[];
}

/**
 * Creates a key and returns its token, which cannot be read again. `NAME_TAKEN`: an active key has this name.
 * `FORBIDDEN`: the operator was removed, or got another role, since the call began.
 */
export function createApiKey(
  context: Pick<ServerContext, 'db' | 'clock' | 'ids' | 'actor'>,
  { name, permissions }: NewApiKey,
): Promise<Result<{ readonly id: string; readonly token: string }, DomainFailure>> {
  const token = `${prefix}${context.ids.token(32)}`;
  const id = context.ids.uuid();
  return inTransaction(context.db, async (trx) => {
    if (!(await mayStillMake(trx, context, permissions))) return err(domainFailure('FORBIDDEN'));
    const created = await trx
      .insertInto('api_keys')
      .values({
        id,
        name,
        permissions: [...permissions],
        token_hash: hashToken(token),
        created_by: context.actor?.name ?? '',
        created_at: new Date(context.clock.now()),
      })
      .onConflict((conflict) => conflict.column('name').where('revoked_at', 'is', null).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (created === undefined) return err(domainFailure('NAME_TAKEN', { pointer: '/name' }));
    await recordChange(trx, context, {
      action: 'key.created',
      record: { type: 'keys', id },
      after: { name, permissions },
    });
    return ok({ id, token });
  });
}

/**
 * Whether the operator who creates a key still has the permissions for it. Locks their row, so that a concurrent
 * removal or change of role finds the new key.
 */
async function mayStillMake(
  trx: Transaction<Database>,
  { actor }: Pick<ServerContext, 'actor'>,
  wanted: readonly Permission[],
): Promise<boolean> {
  if (actor?.kind !== 'operator') return true;
  const maker = await trx
    .selectFrom('operators')
    .select('role')
    .where('id', '=', actor.id)
    .where('state', '=', 'active')
    .forShare()
    .executeTakeFirst();
  if (maker === undefined) return false;
  const held = permissionsOf(maker.role);
  return held.includes('keys.change') && wanted.every((one) => held.includes(one));
}

/** A change of an operator that may end keys which they created. */
interface KeyEnd {
  /** E-mail address of the operator, whose row is locked. */
  readonly maker: string;
  /** The change, as an action of the audit log. */
  readonly cause: AuditAction;
  /** The new role; null revokes all keys. */
  readonly role: OperatorRole | null;
}

/**
 * Revokes the active keys of an operator that have more permissions than the new role: all, if there is none. Returns
 * their number (docs/behaviour/operations.md#api-keys).
 */
export async function revokeKeysBeyond(
  trx: Transaction<Database>,
  context: Pick<ServerContext, 'clock' | 'ids' | 'actor'>,
  { maker, cause, role }: KeyEnd,
): Promise<number> {
  const revoked = await trx
    .updateTable('api_keys')
    .set({ revoked_at: new Date(context.clock.now()) })
    .where('created_by', '=', maker)
    .where('revoked_at', 'is', null)
    .$if(role !== null, (keys) =>
      keys.where(sql<boolean>`not permissions <@ ${role === null ? [] : [...permissionsOf(role)]}::text[]`),
    )
    .returning(['id', 'name'])
    .execute();
  for (const { id, name } of revoked)
    await recordChange(trx, context, {
      action: 'key.revoked',
      record: { type: 'keys', id },
      before: { name },
      after: { cause, operator: maker },
    });
  return revoked.length;
}

/** Revokes a key: its next call is refused. */
export function revokeApiKey(
  context: Pick<ServerContext, 'db' | 'clock' | 'ids' | 'actor'>,
  id: string,
): Promise<Result<null, DomainFailure>> {
  return inTransaction(context.db, async (trx) => {
    const revoked = await trx
      .updateTable('api_keys')
      .set({ revoked_at: new Date(context.clock.now()) })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .returning('name')
      .executeTakeFirst();
    if (revoked === undefined) return err(domainFailure('NOT_FOUND'));
    await recordChange(trx, context, {
      action: 'key.revoked',
      record: { type: 'keys', id },
      before: { name: revoked.name },
    });
    return ok(null);
  });
}

/** Returns all keys, newest first. */
export async function listApiKeys({ db }: Pick<ServerContext, 'db'>) {
  const rows = await db
    .selectFrom('api_keys')
    .select(['id', 'name', 'permissions', 'created_by', 'created_at', 'last_used_at', 'revoked_at'])
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map(describeApiKey);
}

function describeApiKey({
  id,
  ...key
}: {
  readonly id: string;
  readonly name: string;
  readonly permissions: readonly string[];
  readonly created_by: string;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
  readonly revoked_at: Date | null;
}) {
  const attributes = {
    name: key.name,
    permissions: key.permissions as readonly Permission[],
    created_by: key.created_by,
    created_at: key.created_at.toISOString(),
    last_used_at: key.last_used_at?.toISOString() ?? null,
    revoked_at: key.revoked_at?.toISOString() ?? null,
  };
  return { type: 'keys' as const, id, attributes };
}
