import type { Defaulted, Instant } from './columns.ts';

interface LessonProgressTable {
  user_id: string;
  lesson_id: string;
  position_seconds: number;
  is_finished: boolean;
  watched_at: Instant;
  first_watched_at: Defaulted<Instant | null>;
}

interface ReviewsTable {
  id: string;
  product_id: string;
  user_id: string;
  stars: number;
  text: string;
  author: string;
  locale: string;
  created_at: Instant;
  changed_at: Instant;
}

interface ProductRatingsTable {
  product_id: string;
  reviewers: number;
  stars_total: number;
  lowest: number;
  highest: number;
}

interface WishListItemsTable {
  user_id: string;
  product_id: string;
  added_at: Instant;
}

/** What learners do with courses: progress, reviews, wishes. */
export interface LearningTables {
  lesson_progress: LessonProgressTable;
  reviews: ReviewsTable;
  product_ratings: ProductRatingsTable;
  wish_list_items: WishListItemsTable;
}
