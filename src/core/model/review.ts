import * as z from 'zod/mini';
import type { Infer } from './primitives.ts';
import { instant, locale, text } from './primitives.ts';
import type { Rating } from './product.ts';
import type { Page } from './values.ts';
import { lengths, mostStars } from './values.ts';

const stars = z.int().check(z.gte(1), z.lte(mostStars));

/** What an owner thinks of a product. */
export const review = z.object({
  id: z.string(),
  stars,
  text: z.string(),
  /** As the author wants to be called; empty for somebody without a name. */
  author: z.string(),
  language: locale,
  created_at: instant,
  /** Written by the caller. */
  is_own: z.boolean(),
});

export type Review = Infer<typeof review>;

/** A review as its author writes it. */
export const reviewDraft = z.object({
  stars,
  text: text(lengths.reviewText.maximum, lengths.reviewText.minimum),
  author: z._default(text(lengths.reviewAuthor), ''),
});

export type ReviewDraft = Infer<typeof reviewDraft>;

/** One page of a product's reviews, newest first, with what all of them come to. */
export interface ReviewPage extends Page<Review> {
  /** Null while there is none. */
  readonly rating: Rating | null;
  /** How many gave 1, 2, 3, 4 and 5 stars. */
  readonly distribution: readonly number[];
  /** The review of the caller, on whatever page it stands. */
  readonly own: Review | null;
}
