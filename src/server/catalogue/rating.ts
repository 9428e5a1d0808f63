import type { Kysely } from 'kysely';
import type { Database } from '#server/database/schema.ts';

/** Average and extremes of a product's reviews; null while there are none (decisions §8). */
export interface ProductRating {
  readonly average: number;
  readonly reviewers: number;
  readonly min: number;
  readonly max: number;
}

/** A row of `product_ratings`; all null where a left join finds none. */
interface RatingRow {
  readonly reviewers: number | null;
  readonly stars_total: number | null;
  readonly lowest: number | null;
  readonly highest: number | null;
}

/** The stored sums as the API answers them; the average has one decimal. */
export function toRating({ reviewers, stars_total, lowest, highest }: RatingRow): ProductRating | null {
  if (!reviewers || stars_total === null || lowest === null || highest === null) return null;
  return { average: Math.round((stars_total / reviewers) * 10) / 10, reviewers, min: lowest, max: highest };
}

/** The rating of one product. */
export async function findRating(db: Kysely<Database>, productId: string): Promise<ProductRating | null> {
  const row = await db
    .selectFrom('product_ratings')
    .select(['reviewers', 'stars_total', 'lowest', 'highest'])
    .where('product_id', '=', productId)
    .executeTakeFirst();
  return row === undefined ? null : toRating(row);
}
