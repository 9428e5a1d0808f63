import type { Kysely } from 'kysely';
import type * as z from 'zod/mini';
import type { newProvisionRate, ProvisionKind, ProvisionRate } from '#core/model/provision.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { recordChange } from '#server/platform/audit-log.ts';
import { conflictFailure } from '#server/platform/change-conflict.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import type { ServerContext } from '#server/platform/server-context.ts';

/** Lists all rates by partner, newest first. */
export async function listProvisionRates(db: Kysely<Database>): Promise<readonly ProvisionRate[]> {
  const rows = await db
    .selectFrom('provision_rates')
    .selectAll()
    .orderBy('kind')
    .orderBy('subject')
    .orderBy('from_day', 'desc')
    .execute();
  return rows.map(({ id, kind, subject, from_day, rate }) => ({
    ...{ id, subject, rate, from: from_day },
    kind: kind as ProvisionKind,
  }));
}

/**
 * Sets the rate of a partner from a day on (docs/behaviour/operations.md#provisions); a rate of the same day is
 * replaced. `seen`: the rate of that day that the operator saw, null if there was none.
 */
export function setProvisionRate(
  context: ServerContext,
  { kind, subject, from, rate }: z.output<typeof newProvisionRate>,
  seen?: number | null,
): Promise<Result<ProvisionRate, DomainFailure>> {
  return inTransaction(context.db, async (trx) => {
    const before = await trx
      .selectFrom('provision_rates')
      .select(['id', 'rate'])
      .where('kind', '=', kind)
      .where('subject', '=', subject)
      .where('from_day', '=', from)
      .forUpdate()
      .executeTakeFirst();
    const unseen = conflictFailure<number | null>({ seen, current: before?.rate ?? null, wanted: rate });
    if (unseen !== null) return err(unseen);
    if (before?.rate === rate) return ok({ id: before.id, kind, subject, from, rate });
    // A rate that was set at the same time is not replaced.
    const set = await trx
      .insertInto('provision_rates')
      .values({ id: context.ids.uuid(), kind, subject, from_day: from, rate })
      .onConflict((conflict) =>
        conflict
          .columns(['kind', 'subject', 'from_day'])
          .doUpdateSet({ rate })
          .where('provision_rates.rate', '=', before?.rate ?? rate),
      )
      .returning('id')
      .executeTakeFirst();
    if (set === undefined) return err(domainFailure('RECORD_CHANGED', { pointer: '/seen' }));
    const { id } = set;
    await recordChange(trx, context, {
      action: 'provision.rate_set',
      record: { type: 'provision_rates', id },
      before: before === undefined ? null : { rate: before.rate },
      after: { kind, subject, from, rate },
    });
    return ok({ id, kind, subject, from, rate });
  });
}

export function removeProvisionRate(
  context: ServerContext,
  id: string,
): Promise<Result<null, DomainFailure>> {
  return inTransaction(context.db, async (trx) => {
    const removed = await trx
      .deleteFrom('provision_rates')
      .where('id', '=', id)
      .returning(['kind', 'subject', 'from_day', 'rate'])
      .executeTakeFirst();
    if (removed === undefined) return err(domainFailure('NOT_FOUND'));
    const { from_day, ...before } = removed;
    await recordChange(trx, context, {
      action: 'provision.rate_removed',
      record: { type: 'provision_rates', id },
      before: { ...before, from: from_day },
    });
    return ok(null);
  });
}
