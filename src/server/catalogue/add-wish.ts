import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import type { ApiFailure } from '#server/api-failure.ts';
import { apiFailure } from '#server/api-failure.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { HostContext } from '#server/server-context.ts';

/** How many things one person may wish for. */
const highest = 200;

/** Puts a product on the user's wish list; one that is there already stays where it is. */
export function addWish(
  context: Pick<HostContext, 'db' | 'clock'>,
  userId: string,
  productId: string,
): Promise<Result<null, ApiFailure>> {
  return inTransaction(context.db, async (trx) => {
    const product = await trx
      .selectFrom('products')
      .select('id')
      .where('id', '=', productId)
      .where('is_active', '=', true)
      .executeTakeFirst();
    if (product === undefined) return err(apiFailure('NOT_FOUND'));
    // Wishes of one user wait for each other, so that the limit holds.
    await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
    const wishes = await trx
      .selectFrom('wish_list_items')
      .select('product_id')
      .where('user_id', '=', userId)
      .execute();
    if (wishes.some((wish) => wish.product_id === productId)) return ok(null);
    if (wishes.length >= highest) return err(apiFailure('WISH_LIST_FULL'));
    await trx
      .insertInto('wish_list_items')
      .values({ user_id: userId, product_id: productId, added_at: new Date(context.clock.now()) })
      .execute();
    return ok(null);
  });
}
