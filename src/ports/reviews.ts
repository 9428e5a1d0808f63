import type { Review, ReviewDraft, ReviewPage } from '#core/model/review.ts';
import type { CallFailure, Result } from '#core/rules/result.ts';

/** What owners think of products (decisions §8, §9). An unknown slug fails with `NOT_FOUND`, status 404. */
export interface Reviews {
  /** One page, newest first; `number` counts from 1. */
  list(
    slug: string,
    page: { readonly number: number; readonly size: number },
  ): Promise<Result<ReviewPage, CallFailure>>;
  /** Stores the learner's review; a second one replaces the first. Fails with `FORBIDDEN` for who does not own it. */
  write(slug: string, draft: ReviewDraft): Promise<Result<Review, CallFailure>>;
  /** Deletes the learner's own review, also without owning the product any more; none is answered alike. */
  remove(slug: string): Promise<Result<null, CallFailure>>;
}
