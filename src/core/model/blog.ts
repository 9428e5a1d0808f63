import * as z from 'zod/mini';
import type { Infer } from './primitives.ts';
import { calendarDay, seoMarkup } from './primitives.ts';
import { productCard } from './product.ts';

/** A blog post as lists show it; posts are German. */
export const postCard = z.object({
  slug: z.string(),
  title: z.string(),
  teaser: z.string(),
  /** Rubric, for example "Üben". */
  topic: z.string(),
  published_on: calendarDay,
  reading_minutes: z.int(),
  picture: z.string(),
  picture_alt: z.string(),
});

export type PostCard = Infer<typeof postCard>;

/** A whole post. */
export const post = z.object({
  ...postCard.shape,
  /** HTML that the server has sanitised. */
  html: z.string(),
  /** Courses that carry the subject on. */
  courses: z.array(productCard),
  seo_markup: seoMarkup,
});
