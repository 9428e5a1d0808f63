import type { Rating } from '#core/model/product.ts';
import { minReviewsForRating } from '#core/model/values.ts';

/** Totals of the public reviews of a product, in stars; null if it has none. */
interface ReviewSums {
  readonly reviewers: number | null;
  readonly stars_total: number | null;
  readonly lowest: number | null;
  readonly highest: number | null;
}

/**
 * Returns the rating of a product with an average of one decimal; null below `minReviewsForRating` reviews
 * (docs/behaviour/learning.md#ratings-on-cards-and-pages).
 */
export function ratingOf({ reviewers, stars_total, lowest, highest }: ReviewSums): Rating | null {
  if (reviewers === null || stars_total === null || lowest === null || highest === null) return null;
  if (reviewers < minReviewsForRating) return null;
  return { average: Math.round((stars_total / reviewers) * 10) / 10, reviewers, min: lowest, max: highest };
}

/**
 * Returns the finished share of a course's lessons in whole percent: 100 only if all are finished, 0 only if none is.
 * Null for a product without lessons.
 */
export function watchedPercent(finished: number, lessons: number): number | null {
  if (lessons === 0) return null;
  const percent = Math.floor((100 * finished) / lessons);
  return finished > 0 ? Math.max(percent, 1) : 0;
}

/** Returns the share of reviews with this number of stars, from 0 to 1; 0 when there are no reviews. */
export function starShare(distribution: readonly number[], stars: number): number {
  const all = distribution.reduce((sum, count) => sum + count, 0);
  return all === 0 ? 0 : (distribution[stars - 1] ?? 0) / all;
}
