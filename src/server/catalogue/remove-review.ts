import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import type { ApiFailure } from '#server/api-failure.ts';
import { apiFailure } from '#server/api-failure.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { HostContext } from '#server/server-context.ts';
import { lockRating, sumUp } from './sum-up-rating.ts';

/**
 * Deletes what a learner wrote about a product, whether they still have it, and whether it is still sold; a product
 * without a review of theirs is answered alike, 404 for what never was one. The sums are counted anew under the lock that
 * writing takes.
 */
export function removeReview(
  context: Pick<HostContext, 'db'>,
  userId: string,
  slug: string,
): Promise<Result<null, ApiFailure>> {
  return inTransaction(context.db, async (trx) => {
    const product = await trx.selectFrom('products').select('id').where('slug', '=', slug).executeTakeFirst();
    if (product === undefined) return err(apiFailure('NOT_FOUND'));
    await lockRating(trx, product.id);
    const { numDeletedRows } = await trx
      .deleteFrom('reviews')
      .where('product_id', '=', product.id)
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    if (numDeletedRows > 0n) await sumUp(trx, product.id);
    return ok(null);
  });
}
