import type { Transaction } from 'kysely';
import type { CatalogueRecord } from '#core/model/catalogue-record.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { withPaths } from '#core/rules/catalogue/record-films.ts';
import { differingFields, isSameValue } from '#core/rules/catalogue/record-values.ts';
import { checkDueVersions } from '#server/content/records/legal/check-new-versions.ts';
import { recordChange } from '#server/platform/audit-log.ts';
import { isOutage } from '#server/platform/database/connection.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { beginChange, checkValue, publish, type RecordChange, recordOf, store } from './change-record.ts';
import { type RecordValue, rebasedDraft } from './merge-records.ts';
import { readRecord } from './read-record.ts';
import type { RecordKey } from './record-types.ts';
import { plansIn } from './record-versions.ts';
import { lockCatalogue } from './stored-records.ts';

/**
 * Plans the publication of a checked value (docs/behaviour/content.md#plans). The plan contains only fields and films
 * that differ from the record at that time, so that publications until then are kept. `NOT_POSSIBLE` if none differ.
 */
export async function planPublication(
  change: RecordChange,
  value: RecordValue,
  publishAt: Date,
): Promise<Result<null, DomainFailure>> {
  const published = change.row?.published ?? null;
  const expected = await expectedAt(change, publishAt);
  if (differingFields(expected, value).length === 0) return err(domainFailure('NOT_POSSIBLE'));
  // Until then, a record that was never published is a draft.
  const draft = published === null ? value : null;
  await store(change, { published, draft }, { state: 'planned', before: expected, after: value, publishAt });
  return ok(null);
}

/** Returns the record as it will be at that time, after earlier plans. */
async function expectedAt({ trx, key, row }: RecordChange, at: Date): Promise<RecordValue | null> {
  const plans = await plansIn(trx)
    .where('type', '=', key.type)
    .where('slug', '=', key.slug)
    .where('publish_at', '<=', at)
    .execute();
  return plans.reduce<RecordValue | null>(
    (record, { value, fields }) => withPaths(record ?? {}, value as RecordValue, fields),
    row?.published ?? null,
  );
}

/** Key of a plan: a record and a version number. */
type Planned = RecordKey & { readonly number: number };

/**
 * Carries out the plan that has been due longest: publishes its fields and keeps all others and any draft. If the
 * record then has faults, or publishing fails, the plan is refused and the audit log says so; it does not block later
 * plans.
 * @returns number of due plans, at most one
 */
export async function publishDuePlan(context: ServerContext): Promise<number> {
  const now = new Date(context.clock.now());
  const due = await context.db
    .selectFrom('catalogue_versions')
    .select('number')
    .where('state', '=', 'planned')
    .where('publish_at', '<=', now)
    .limit(1)
    .executeTakeFirst();
  if (due === undefined) return 0;
  let taken: Planned | null = null;
  try {
    return await inTransaction(context.db, async (trx) => {
      await lockCatalogue(trx);
      const planned = await plansIn(trx).where('publish_at', '<=', now).limit(1).executeTakeFirst();
      if (planned === undefined) return 0;
      const { type, slug, number, value, fields } = planned;
      taken = { type: type as RecordKey['type'], slug, number };
      await carryOut(trx, context, { ...taken, value: value as RecordValue, fields });
      return 1;
    });
  } catch (error) {
    if (taken === null || isOutage(error)) throw error;
    await giveUp(context, taken, error);
    return 1;
  }
}

async function carryOut(
  trx: Transaction<Database>,
  context: ServerContext,
  { value, fields, ...plan }: Planned & { readonly value: RecordValue; readonly fields: readonly string[] },
): Promise<void> {
  const change = await beginChange(trx, context, plan);
  const before = change.row?.published ?? null;
  // A new record has no other fields: an earlier plan may have been called off.
  const isNew = before === null && !(await wasShown(trx, plan));
  const checked = await checkValue(change, isNew ? value : withPaths(before ?? {}, value, fields));
  const found = checked.ok ? await checkDueVersions(change, checked.value) : checked.error;
  if (!checked.ok || found.length > 0) {
    const faults = found.map(({ path, code }) => `${path} ${code}`);
    await refuse(trx, context, plan, faults);
    return;
  }
  await endPlan(trx, plan, plan.number, 'done');
  if (before !== null && isSameValue(before, checked.value)) return;
  await publish(change, checked.value, rebasedDraft(change.row, checked.value));
}

/** Returns whether the shop ever showed a record with this key; a load may have removed it since. */
async function wasShown(trx: Transaction<Database>, { type, slug }: RecordKey): Promise<boolean> {
  const shown = await trx
    .selectFrom('catalogue_versions')
    .select('number')
    .where('type', '=', type)
    .where('slug', '=', slug)
    .where('state', 'in', ['published', 'loaded'])
    .limit(1)
    .executeTakeFirst();
  return shown !== undefined;
}

/** Marks a failed plan as refused, unless it has ended meanwhile. */
async function giveUp(context: ServerContext, plan: Planned, error: unknown): Promise<void> {
  const { type, slug, number } = plan;
  context.log.error('plan_not_carried_out', error, { record: `${type}.${slug}`, number });
  await inTransaction(context.db, async (trx) => {
    await lockCatalogue(trx);
    const still = await plansIn(trx)
      .where('type', '=', type)
      .where('slug', '=', slug)
      .where('number', '=', number)
      .executeTakeFirst();
    if (still !== undefined) await refuse(trx, context, plan, ['FAILED']);
  });
}

async function refuse(
  trx: Transaction<Database>,
  context: ServerContext,
  plan: Planned,
  faults: readonly string[],
): Promise<void> {
  await endPlan(trx, plan, plan.number, 'refused');
  const record = recordOf(plan);
  await recordChange(trx, context, { action: 'catalogue.plan_refused', record, after: { faults } });
}

/**
 * Calls a plan off, or acknowledges that it was refused. `NOT_POSSIBLE` if it has ended otherwise; a repeated call
 * changes nothing.
 */
export async function cancelPlan(
  context: ServerContext,
  { number, ...key }: RecordKey & { readonly number: number },
): Promise<Result<CatalogueRecord, DomainFailure>> {
  const isOff = await inTransaction(context.db, async (trx) => {
    await lockCatalogue(trx);
    if (!(await endPlan(trx, key, number, 'called_off')))
      return wasCalledOff(trx, context, { ...key, number });
    await recordChange(trx, context, {
      action: 'catalogue.plan_called_off',
      record: recordOf(key),
      before: { version: number },
    });
    return true;
  });
  const record = await readRecord(context, key);
  if (record === null) return err(domainFailure('NOT_FOUND'));
  return isOff ? ok(record) : err(domainFailure('NOT_POSSIBLE'));
}

/** Whether the same caller called this plan off and the record has not changed since, as after a lost response. */
async function wasCalledOff(
  trx: Transaction<Database>,
  { actor }: Pick<ServerContext, 'actor'>,
  plan: Planned,
): Promise<boolean> {
  const { type, id } = recordOf(plan);
  const last = await trx
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'before'])
    .where('record_type', '=', type)
    .where('record_id', '=', id)
    .orderBy('happened_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return (
    last?.action === 'catalogue.plan_called_off' &&
    last.actor_id === actor?.id &&
    isSameValue(last.before, { version: plan.number })
  );
}

/** Ends a plan; false if it has ended already. */
export async function endPlan(
  trx: Transaction<Database>,
  { type, slug }: RecordKey,
  number: number,
  state: 'done' | 'refused' | 'called_off',
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('catalogue_versions')
    .set({ state })
    .where('type', '=', type)
    .where('slug', '=', slug)
    .where('number', '=', number)
    .where('state', 'in', ['planned', 'refused'])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
