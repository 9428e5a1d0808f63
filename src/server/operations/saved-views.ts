import type { Permission } from '#core/model/operator.ts';
import type { NewSavedView, SavedView, ViewPlace } from '#core/model/saved-view.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { mayShareView } from '#core/rules/operations/permissions.ts';
import { recordChange } from '#server/platform/audit-log.ts';
import type { Operator } from '#server/platform/caller.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import type { ServerContext } from '#server/platform/server-context.ts';

/** Permission needed to see the list of a view. */
const permissionOf: Readonly<Record<ViewPlace, Permission>> = {
  orders: 'orders.read',
  subscriptions: 'subscriptions.read',
  declarations: 'declarations.read',
};

/** Maximum number of views of one operator in one list. */
const mostViews = 50;

/** Maximum number of shared views shown in a list, besides one's own. */
const mostShared = 200;

/** Returns own and shared views of a list by name. `NOT_FOUND`: the operator may not see the list. */
export async function listSavedViews(
  { db }: Pick<ServerContext, 'db'>,
  operator: Operator,
  place: ViewPlace,
): Promise<Result<readonly SavedView[], DomainFailure>> {
  if (!operator.permissions.includes(permissionOf[place])) return err(domainFailure('NOT_FOUND'));
  const rows = await db
    .selectFrom('saved_views')
    .select(['id', 'name', 'filters', 'is_shared', 'operator_id'])
    .where('place', '=', place)
    .where((where) =>
      where.or([
        where('operator_id', '=', operator.id),
        where(
          'id',
          'in',
          where
            .selectFrom('saved_views as shared')
            .select('shared.id')
            .where('shared.place', '=', place)
            .where('shared.is_shared', '=', true)
            .orderBy('shared.name')
            .orderBy('shared.id')
            .limit(mostShared),
        ),
      ]),
    )
    .orderBy('name')
    .orderBy('id')
    .execute();
  return ok(
    rows.map(({ operator_id, filters, ...row }) => ({
      ...row,
      place,
      filters: filters as SavedView['filters'],
      is_own: operator_id === operator.id,
    })),
  );
}

/**
 * Saves filters under a name. `NAME_TAKEN`: the operator has a view of this name in the list; `FORBIDDEN`: the operator
 * may not share views of this list.
 */
export async function createSavedView(
  context: ServerContext,
  operator: Operator,
  { place, name, filters, is_shared }: NewSavedView,
): Promise<Result<SavedView, DomainFailure>> {
  if (!operator.permissions.includes(permissionOf[place])) return err(domainFailure('NOT_FOUND'));
  if (is_shared && !mayShareView(place, operator.permissions))
    return err(domainFailure('FORBIDDEN', { pointer: '/is_shared' }));
  const id = context.ids.uuid();
  return inTransaction(context.db, async (trx) => {
    const { count } = await trx
      .selectFrom('saved_views')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('place', '=', place)
      .where('operator_id', '=', operator.id)
      .executeTakeFirstOrThrow();
    if (Number(count) >= mostViews) return err(domainFailure('NOT_POSSIBLE'));
    const created = await trx
      .insertInto('saved_views')
      .values({
        id,
        place,
        name,
        filters: JSON.stringify(filters),
        operator_id: operator.id,
        is_shared,
        created_at: new Date(context.clock.now()),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (created === undefined) return err(domainFailure('NAME_TAKEN', { pointer: '/name' }));
    await recordChange(trx, context, {
      action: 'view.saved',
      record: { type: 'saved_views', id },
      after: { place, name, filters, is_shared },
    });
    return ok({ id, place, name, filters, is_shared, is_own: true });
  });
}

/** Deletes an own view, or a shared one if the operator may change operators; `NOT_FOUND` otherwise. */
export async function removeSavedView(
  context: ServerContext,
  operator: Operator,
  id: string,
): Promise<Result<null, DomainFailure>> {
  const mayShared = operator.permissions.includes('operators.change');
  return inTransaction(context.db, async (trx) => {
    const removed = await trx
      .deleteFrom('saved_views')
      .where('id', '=', id)
      .where((where) =>
        where.or([
          where('operator_id', '=', operator.id),
          ...(mayShared ? [where('is_shared', '=', true)] : []),
        ]),
      )
      .returning(['place', 'name'])
      .executeTakeFirst();
    if (removed === undefined) return err(domainFailure('NOT_FOUND'));
    await recordChange(trx, context, {
      action: 'view.removed',
      record: { type: 'saved_views', id },
      before: removed,
    });
    return ok(null);
  });
}
