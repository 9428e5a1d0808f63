import { sql, type Transaction } from 'kysely';
import type { Database } from '#server/platform/database/schema.ts';

/** Recomputes the ratings of products from all visible reviews. The caller must hold the locks of their rating rows. */
export async function recountRatings(trx: Transaction<Database>, products: readonly string[]): Promise<void> {
  await sql`
    update product_ratings set reviewers = sums.reviewers, stars_total = sums.total, lowest = sums.lowest,
      highest = sums.highest
    from (
      select one.product_id, count(stars)::int as reviewers, coalesce(sum(stars), 0)::int as total,
        coalesce(min(stars), 0) as lowest, coalesce(max(stars), 0) as highest
      from unnest(${products}::text[]) as one (product_id)
      left join reviews on reviews.product_id = one.product_id and reviews.hidden_at is null
      group by one.product_id
    ) sums
    where product_ratings.product_id = sums.product_id
  `.execute(trx);
}
