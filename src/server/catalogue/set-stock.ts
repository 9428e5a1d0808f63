import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { recordChange } from '#server/platform/audit-log.ts';
import { conflictFailure } from '#server/platform/change-conflict.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import type { ServerContext } from '#server/platform/server-context.ts';

/**
 * Sets the number of pieces that can be sold, without reserved ones; returns the previous number. `seen`: the number
 * that the operator saw when counting.
 */
export async function setStock(
  context: ServerContext,
  product: string,
  stock: number,
  seen?: number,
): Promise<Result<number, DomainFailure>> {
  return inTransaction(context.db, async (trx) => {
    const found = await trx
      .selectFrom('products')
      .select(['id', 'stock'])
      .where('id', '=', product)
      .forUpdate()
      .executeTakeFirst();
    if (found === undefined) return err(domainFailure('NOT_FOUND'));
    if (found.stock === null) return err(domainFailure('NOT_POSSIBLE'));
    const unseen = conflictFailure({ seen, current: found.stock, wanted: stock });
    if (unseen !== null) return err(unseen);
    if (found.stock === stock) return ok(stock);
    await trx.updateTable('products').set({ stock }).where('id', '=', product).execute();
    await recordChange(trx, context, {
      action: 'product.stock_set',
      record: { type: 'products', id: product },
      before: { stock: found.stock },
      after: { stock },
    });
    return ok(found.stock);
  });
}
