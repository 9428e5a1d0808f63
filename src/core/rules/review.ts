import type { Page, Rating } from './catalogue.ts';
import type { Locale } from './locale.ts';

/** How many stars there are to give. */
export const mostStars = 5;

/** What an owner thinks of a product (decisions §8). */
export interface Review {
  readonly id: string;
  /** 1 to 5. */
  readonly stars: number;
  readonly text: string;
  /** As the author wants to be called; empty for somebody without a name. */
  readonly author: string;
  readonly language: Locale;
  /** ISO 8601. */
  readonly created_at: string;
  /** Written by whoever asks. */
  readonly is_own: boolean;
}

/** One page of a product's reviews, newest first, with what all of them come to. */
export interface ReviewPage extends Page<Review> {
  /** Null while there is none. */
  readonly rating: Rating | null;
  /** How many gave 1, 2, 3, 4 and 5 stars. */
  readonly distribution: readonly number[];
  /** The review of whoever asks, on whatever page it stands. */
  readonly own: Review | null;
}

/** A review as its author writes it. */
export interface ReviewDraft {
  readonly stars: number;
  readonly text: string;
  readonly author: string;
}

/** The share of all reviews that gave so many stars, between 0 and 1; 0 while there is none. */
export function starShare(distribution: readonly number[], stars: number): number {
  const all = distribution.reduce((sum, count) => sum + count, 0);
  return all === 0 ? 0 : (distribution[stars - 1] ?? 0) / all;
}
