import type { HostContext } from '#host/host-context.ts';

/** Takes a product off the user's wish list. */
export async function removeWish(
  { db }: Pick<HostContext, 'db'>,
  userId: string,
  productId: string,
): Promise<void> {
  await db
    .deleteFrom('wish_list_items')
    .where('user_id', '=', userId)
    .where('product_id', '=', productId)
    .execute();
}
