import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { recordChange } from '#server/platform/audit-log.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { changeRecord, recordOf } from './change-record.ts';
import { endPlan } from './plan-records.ts';
import type { RecordKey } from './record-types.ts';
import { listPlans } from './record-versions.ts';

/**
 * Removes an unpublished record if its version is still `version`. Its versions stay
 * (docs/behaviour/content.md#versions); refused plans are called off. A content file with this key is published by the
 * next load. `NOT_POSSIBLE` if the record is published or planned.
 */
export function removeDraft(
  context: ServerContext,
  edited: RecordKey & { readonly version: number },
): Promise<Result<null, DomainFailure>> {
  return changeRecord(context, edited, async ({ trx, key, row }) => {
    if (row === undefined) return err(domainFailure('NOT_FOUND'));
    const plans = await listPlans(trx, key);
    if (row.published !== null || plans.some(({ state }) => state === 'planned'))
      return err(domainFailure('NOT_POSSIBLE'));
    for (const { number } of plans) await endPlan(trx, key, number, 'called_off');
    await recordChange(trx, context, {
      action: 'catalogue.draft_removed',
      record: recordOf(key),
    });
    await trx
      .deleteFrom('catalogue_records')
      .where('type', '=', key.type)
      .where('slug', '=', key.slug)
      .execute();
    return ok(null);
  });
}
