import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import type { ApiFailure } from '#server/api-failure.ts';
import { apiFailure } from '#server/api-failure.ts';
import type { HostContext } from '#server/server-context.ts';

/** Takes a product off the user's wish list, also one that is not sold any more; 404 for what never was a product. */
export async function removeWish(
  { db }: Pick<HostContext, 'db'>,
  userId: string,
  productId: string,
): Promise<Result<null, ApiFailure>> {
  const { numDeletedRows } = await db
    .deleteFrom('wish_list_items')
    .where('user_id', '=', userId)
    .where('product_id', '=', productId)
    .executeTakeFirstOrThrow();
  if (numDeletedRows > 0n) return ok(null);
  const product = await db.selectFrom('products').select('id').where('id', '=', productId).executeTakeFirst();
  return product === undefined ? err(apiFailure('NOT_FOUND')) : ok(null);
}
