import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';

/** Reviews of one product are written and removed one after the other, so that its sums are right. */
export async function lockRating(trx: Transaction<Database>, productId: string): Promise<void> {
  await trx
    .insertInto('product_ratings')
    .values({ product_id: productId, reviewers: 0, stars_total: 0, lowest: 0, highest: 0 })
    .onConflict((conflict) => conflict.column('product_id').doNothing())
    .execute();
  await trx
    .selectFrom('product_ratings')
    .select('product_id')
    .where('product_id', '=', productId)
    .forUpdate()
    .execute();
}

/** Counts a product’s reviews anew. */
export async function sumUp(trx: Transaction<Database>, productId: string): Promise<void> {
  await sql`
    update product_ratings set reviewers = sums.reviewers, stars_total = sums.total, lowest = sums.lowest,
      highest = sums.highest
    from (
      select count(*)::int as reviewers, coalesce(sum(stars), 0)::int as total, coalesce(min(stars), 0) as lowest,
        coalesce(max(stars), 0) as highest
      from reviews where product_id = ${productId}
    ) sums
    where product_id = ${productId}
  `.execute(trx);
}
