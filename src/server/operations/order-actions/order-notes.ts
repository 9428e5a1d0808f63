import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { recordChange } from '#server/platform/audit-log.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import type { ServerContext } from '#server/platform/server-context.ts';

interface NewNote {
  /** Chosen by the client; a repeated call with it writes nothing. */
  readonly note_id: string;
  readonly text: string;
}

/** Writes a note about an order. Its text is not in the audit log, because it may be about the buyer. */
export function addOrderNote(
  context: ServerContext,
  orderId: string,
  { note_id, text }: NewNote,
): Promise<Result<void, DomainFailure>> {
  return inTransaction(context.db, async (trx) => {
    const order = await trx
      .selectFrom('orders')
      .select('id')
      .where('id', '=', orderId)
      .where('personal_data_deleted_at', 'is', null)
      .forShare()
      .executeTakeFirst();
    if (order === undefined) return err(domainFailure('NOT_FOUND'));
    const written = await trx
      .insertInto('order_notes')
      .values({
        id: note_id,
        order_id: orderId,
        text,
        author: context.actor?.name ?? '',
        written_at: new Date(context.clock.now()),
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (written !== undefined)
      await recordChange(trx, context, {
        action: 'order.noted',
        record: { type: 'orders', id: orderId },
        after: { note: note_id },
      });
    return ok(undefined);
  });
}

export function removeNote(
  context: ServerContext,
  { id, note_id }: { readonly id: string; readonly note_id: string },
): Promise<Result<void, DomainFailure>> {
  return inTransaction(context.db, async (trx) => {
    const removed = await trx
      .deleteFrom('order_notes')
      .where('id', '=', note_id)
      .where('order_id', '=', id)
      .returning('id')
      .executeTakeFirst();
    if (removed === undefined) return err(domainFailure('NOT_FOUND'));
    await recordChange(trx, context, {
      action: 'order.note_removed',
      record: { type: 'orders', id },
      before: { note: note_id },
    });
    return ok(undefined);
  });
}
