import * as z from 'zod/mini';
import { calendarDay, type Infer, seoMarkup } from './primitives.ts';
import { productCard } from './product.ts';

/** The short form of a blog post, for lists. Posts are in German only. */
export const postCard = z.object({
  slug: z.string(),
  title: z.string(),
  teaser: z.string(),
  /** Category of the post, for example "Üben". */
  topic: z.string(),
  published_on: calendarDay,
  reading_minutes: z.int(),
  picture: z.string(),
  picture_alt: z.string(),
});

export type PostCard = Infer<typeof postCard>;

/** A complete blog post. */
export const post = z.object({
  ...postCard.shape,
  /** HTML that the server has sanitised. */
  html: z.string(),
  /** Courses on the subject of the post. */
  courses: z.array(productCard),
  seo_markup: seoMarkup,
});
