import type { Kysely } from 'kysely';
import type { Database } from '#host/database/schema.ts';

/** Average and extremes of a product's reviews; null while there are none (decisions §8). */
export interface ProductRating {
  readonly average: number;
  readonly reviewers: number;
  readonly min: number;
  readonly max: number;
}

interface RatingRow {
  readonly reviewers: number;
  readonly stars_total: number;
  readonly lowest: number;
  readonly highest: number;
}

/** The stored sums as the API answers them; the average has one decimal. */
export function toRating(row: RatingRow | null | undefined): ProductRating | null {
  if (row === null || row === undefined || row.reviewers === 0) return null;
  const { reviewers, stars_total, lowest, highest } = row;
  return { average: Math.round((stars_total / reviewers) * 10) / 10, reviewers, min: lowest, max: highest };
}

/** The rating of one product. */
export async function findRating(db: Kysely<Database>, productId: string): Promise<ProductRating | null> {
  const row = await db
    .selectFrom('product_ratings')
    .select(['reviewers', 'stars_total', 'lowest', 'highest'])
    .where('product_id', '=', productId)
    .executeTakeFirst();
  return toRating(row);
}
