import type { ProductCard } from '#api/catalogue/catalogue-endpoints.ts';
import { type Locale, maxWishListItems } from '#core/model/values.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { lockAccount } from '#server/accounts/lock-account.ts';
import { selectProductCards, toProductCard } from '#server/catalogue/product-cards.ts';
import { numberedPage } from '#server/platform/database/list-page.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import type { ServerContext } from '#server/platform/server-context.ts';

interface WishListOptions {
  readonly userId: string;
  readonly number: number;
  readonly size: number;
}

/** One page of a user's wish list, newest first, without products that are no longer sold. */
export async function listWishListItems(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  { userId, number, size }: WishListOptions,
  locale: Locale,
): Promise<{ readonly items: ProductCard[]; readonly total: number }> {
  const shown = selectProductCards(db, locale)
    .innerJoin('wish_list_items', 'wish_list_items.product_id', 'products.id')
    .where('wish_list_items.user_id', '=', userId)
    .where('products.is_active', '=', true)
    .orderBy('wish_list_items.added_at', 'desc')
    .orderBy('products.id');
  const counted = db
    .selectFrom('wish_list_items')
    .innerJoin('products', 'products.id', 'wish_list_items.product_id')
    .where('wish_list_items.user_id', '=', userId)
    .where('products.is_active', '=', true);
  const { rows, total } = await numberedPage(shown, counted, { number, size });
  return { items: rows.map((row) => toProductCard(row, clock.now())), total };
}

/** Adds a product to the user's wish list; a product already on it keeps its place. */
export async function addWishListItem(
  context: Pick<ServerContext, 'db' | 'clock'>,
  userId: string,
  productId: string,
): Promise<Result<null, DomainFailure>> {
  const added = await addWishListItems(context, userId, [productId]);
  if (!added.ok) return added;
  if (added.value.known === 0) return err(domainFailure('NOT_FOUND'));
  return added.value.left_out > 0 ? err(domainFailure('WISH_LIST_FULL')) : ok(null);
}

/**
 * Adds products, given newest first, above those already on the user's wish list, which keep their place. Returns how
 * many of the given products are sold (`known`) and how many of the new ones had no room (`left_out`).
 */
export function addWishListItems(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  userId: string,
  productIds: readonly string[],
): Promise<Result<{ readonly known: number; readonly left_out: number }, DomainFailure>> {
  return inTransaction(db, async (trx) => {
    if (!(await lockAccount(trx, userId))) return err(domainFailure('UNAUTHENTICATED'));
    const items = await trx
      .selectFrom('wish_list_items')
      .select('product_id')
      .where('user_id', '=', userId)
      .execute();
    const known = await trx
      .selectFrom('products')
      .select('id')
      .where('id', 'in', productIds)
      .where('is_active', '=', true)
      .execute();
    const ids = new Set(known.map(({ id }) => id));
    for (const { product_id } of items) ids.delete(product_id);
    const wanted = [...new Set(productIds)].filter((id) => ids.has(id));
    const added = wanted.slice(0, Math.max(0, maxWishListItems - items.length));
    const now = clock.now();
    if (added.length > 0) {
      await trx
        .insertInto('wish_list_items')
        // The list is sorted by this time.
        .values(
          added.map((product_id, index) => ({
            user_id: userId,
            product_id,
            added_at: new Date(now - index),
          })),
        )
        .execute();
    }
    return ok({ known: known.length, left_out: wanted.length - added.length });
  });
}

/** Removes a product from the user's wish list, also one that is not sold any more; 404 when it was never shown. */
export async function removeWishListItem(
  { db }: Pick<ServerContext, 'db'>,
  userId: string,
  productId: string,
): Promise<Result<null, DomainFailure>> {
  const { numDeletedRows } = await db
    .deleteFrom('wish_list_items')
    .where('user_id', '=', userId)
    .where('product_id', '=', productId)
    .executeTakeFirstOrThrow();
  if (numDeletedRows > 0n) return ok(null);
  const product = await db
    .selectFrom('products')
    .select('id')
    .where('id', '=', productId)
    .where('was_shown', '=', true)
    .executeTakeFirst();
  return product === undefined ? err(domainFailure('NOT_FOUND')) : ok(null);
}
