import * as z from 'zod/mini';
import { type Infer, instant, line, locale, text } from './primitives.ts';
import type { Rating } from './product.ts';
import type { reviewSorts } from './review-sort.ts';
import { lengths } from './text-lengths.ts';
import { maxStars, minStars, type Page } from './values.ts';

const stars = z.int().check(z.gte(minStars), z.lte(maxStars));

export type ReviewSort = (typeof reviewSorts)[number];

/** A review of a product by one of its owners. */
export const review = z.object({
  id: z.string(),
  stars,
  text: z.string(),
  /** The name chosen by the author; may be empty. */
  author: z.string(),
  language: locale,
  created_at: instant,
  /** The shop's answer to this text; null while there is none. */
  answer: z.nullable(z.object({ text: z.string(), answered_at: instant })),
  /** Share of the course's lessons that the author had finished when writing; null for earlier reviews. */
  watched_percent: z.nullable(z.int()),
  /** True when the caller wrote this review. */
  is_own: z.boolean(),
});

export type Review = Infer<typeof review>;

/** The input for a new review. */
export const reviewDraft = z.object({
  stars,
  text: text(lengths.reviewText.maximum, lengths.reviewText.minimum),
  author: z._default(line(lengths.reviewAuthor), ''),
});

export type ReviewDraft = Infer<typeof reviewDraft>;

/** Marks a hidden review whose author has deleted it: other reviews never have an empty text. */
export const deletedText = '';

/** One page of the reviews of a product, with the rating of all its reviews. */
export interface ReviewPage extends Page<Review> {
  /** Null while there are too few reviews (docs/behaviour/learning.md#ratings-on-cards-and-pages). */
  readonly rating: Rating | null;
  /** Number of reviews with 1, 2, 3, 4 and 5 stars. */
  readonly distribution: readonly number[];
  /** The review of the caller, whether or not it is on this page; null when there is none. */
  readonly own: Review | null;
}
