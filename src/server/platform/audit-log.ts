import type { Kysely, Transaction } from 'kysely';
import type { AuditAction, AuditedRecord } from '#core/model/audit-log.ts';
import type { RecordedChange } from '#core/model/operator.ts';
import type { Actor } from './actor.ts';
import type { OperatorCaller } from './caller.ts';
import { chunks } from './database/chunks.ts';
import type { Database } from './database/schema.ts';
import type { ServerContext } from './server-context.ts';

const unattended: Actor = { kind: 'job', id: null, name: 'job', network: null };

/** Returns a context whose changes are logged as those of the calling operator. */
export function actingAs<Context extends ServerContext>(
  context: Context,
  { operator, address }: OperatorCaller,
): Context {
  const kind = operator.session === null ? 'key' : 'operator';
  const actor: Actor = { kind, id: operator.id, name: operator.name, network: address };
  return { ...context, actor };
}

/** Returns a context whose changes are logged as those of a command. */
export function actingAsCommand<Context extends Pick<ServerContext, 'ids'>>(
  context: Context,
  name: string,
): Context {
  return { ...context, actor: { kind: 'command', id: null, name, network: null } };
}

type Facts = Readonly<Record<string, unknown>>;

/** A changed record, as the audit log names it. */
export interface AuditSubject {
  readonly type: AuditedRecord;
  readonly id: string;
}

/** A change for the audit log. */
interface Change {
  readonly action: AuditAction;
  readonly record: AuditSubject;
  /**
   * Changed values before and after, without data of shoppers; null if the record did not exist before, or does not
   * after.
   */
  readonly before?: Facts | null;
  readonly after?: Facts | null;
}

/** Maximum number of changes on a record's page; the audit log has all of them. */
const longestHistory = 100;

/** Names of fields whose values are never logged. */
const secretName = /password|secret|token|hash|salt|recovery/i;

function withoutSecrets(facts: Facts | null): string | null {
  return facts === null
    ? null
    : JSON.stringify(facts, (name, value) => (secretName.test(name) ? '(secret)' : value));
}

/**
 * Adds a change to the audit log, in the transaction that makes it (docs/behaviour/operations.md#audit-log). Without an
 * actor in the context it was a job.
 * @returns the id of the change
 */
export async function recordChange(
  trx: Transaction<Database>,
  context: Pick<ServerContext, 'clock' | 'ids' | 'actor'>,
  change: Change,
): Promise<string> {
  const [id] = await recordChanges(trx, context, [change]);
  return id as string;
}

/**
 * Adds many changes to the audit log, as `recordChange` does one.
 * @returns the id of each change, in their order
 */
export async function recordChanges(
  trx: Transaction<Database>,
  { clock, ids, actor = unattended }: Pick<ServerContext, 'clock' | 'ids' | 'actor'>,
  changes: readonly Change[],
): Promise<readonly string[]> {
  const happened_at = new Date(clock.now());
  const rows = changes.map(({ action, record, before = null, after = null }) => ({
    id: ids.uuid(),
    happened_at,
    actor_kind: actor.kind,
    actor_id: actor.id,
    actor_name: actor.name,
    network: actor.network,
    action,
    record_type: record.type,
    record_id: record.id,
    before: withoutSecrets(before),
    after: withoutSecrets(after),
  }));
  for (const portion of chunks(rows)) await trx.insertInto('audit_log').values(portion).execute();
  return rows.map(({ id }) => id);
}

/** Reads the latest changes of a record, newest first. */
export async function readHistory(
  db: Kysely<Database>,
  { type, id }: AuditSubject,
): Promise<readonly RecordedChange[]> {
  const rows = await db
    .selectFrom('audit_log')
    .select(['happened_at', 'actor_name', 'action', 'before', 'after'])
    .where('record_type', '=', type)
    .where('record_id', '=', id)
    .orderBy('happened_at', 'desc')
    .orderBy('id', 'desc')
    .limit(longestHistory)
    .execute();
  return rows.map(({ happened_at, actor_name, action, before, after }) => ({
    at: happened_at.toISOString(),
    by: actor_name,
    action,
    values: changedValues({ before, after }),
  }));
}

/** Lists the fields of a change with their values as text. */
export function changedValues(row: {
  readonly before: unknown;
  readonly after: unknown;
}): RecordedChange['values'] {
  const [before, after] = [(row.before ?? {}) as Facts, (row.after ?? {}) as Facts];
  const written = (value: unknown) =>
    value === undefined || value === null ? null : typeof value === 'string' ? value : JSON.stringify(value);
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].map((name) => ({
    name,
    before: written(before[name]),
    after: written(after[name]),
  }));
}
