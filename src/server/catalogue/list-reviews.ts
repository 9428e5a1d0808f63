import type { Kysely } from 'kysely';
import type { ReviewResource } from '#api/reviews.ts';
import type { Locale } from '#core/rules/locale.ts';
import type { Database } from '#server/database/schema.ts';
import type { HostContext } from '#server/server-context.ts';
import type { ProductRating } from './rating.ts';
import { findRating } from './rating.ts';

interface ReviewPage {
  readonly items: ReviewResource[];
  readonly total: number;
  readonly rating: ProductRating | null;
  /** How many gave 1, 2, 3, 4 and 5 stars. */
  readonly distribution: number[];
  /** The asking user's own review. */
  readonly own: ReviewResource | null;
}

/**
 * One page of a product's reviews, newest first, with its rating, how the stars are spread, and the asking user's own
 * review; undefined when there is no such product.
 */
export async function listReviews(
  { db }: Pick<HostContext, 'db'>,
  slug: string,
  {
    number,
    size,
    userId,
  }: { readonly number: number; readonly size: number; readonly userId: string | null },
): Promise<ReviewPage | undefined> {
  const product = await db
    .selectFrom('products')
    .select('id')
    .where('slug', '=', slug)
    .where('is_active', '=', true)
    .executeTakeFirst();
  if (product === undefined) return undefined;
  const rating = await findRating(db, product.id);
  const rows = await db
    .selectFrom('reviews')
    .selectAll()
    .where('product_id', '=', product.id)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(size)
    .offset((number - 1) * size)
    .execute();
  return {
    items: rows.map((row) => toReview(row, userId)),
    total: rating?.reviewers ?? 0,
    rating,
    distribution: await countStars(db, product.id),
    own: userId === null ? null : await findOwn(db, product.id, userId),
  };
}

async function countStars(db: Kysely<Database>, productId: string): Promise<number[]> {
  const rows = await db
    .selectFrom('reviews')
    .select(['stars', (count) => count.fn.countAll<number>().as('count')])
    .where('product_id', '=', productId)
    .groupBy('stars')
    .execute();
  return [1, 2, 3, 4, 5].map((stars) => rows.find((row) => row.stars === stars)?.count ?? 0);
}

async function findOwn(
  db: Kysely<Database>,
  productId: string,
  userId: string,
): Promise<ReviewResource | null> {
  const row = await db
    .selectFrom('reviews')
    .selectAll()
    .where('product_id', '=', productId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row === undefined ? null : toReview(row, userId);
}

interface ReviewRow {
  readonly id: string;
  readonly user_id: string;
  readonly stars: number;
  readonly text: string;
  readonly author: string;
  readonly locale: string;
  readonly created_at: Date;
}

/** A stored review as the API answers it to this caller. */
export function toReview(row: ReviewRow, userId: string | null): ReviewResource {
  const { id, stars, text, author, locale, created_at } = row;
  return {
    type: 'reviews',
    id,
    attributes: {
      stars,
      text,
      author,
      language: locale as Locale,
      created_at: created_at.toISOString(),
      is_own: row.user_id === userId,
    },
  };
}
