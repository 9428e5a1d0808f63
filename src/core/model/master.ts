import * as z from 'zod/mini';
import { seoMarkup } from './primitives.ts';
import { productCard } from './product.ts';

/** A master, with their courses and the related books. */
export const master = z.object({
  slug: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  lived: z.string(),
  origin: z.string(),
  profession: z.string(),
  motto: z.string(),
  biography: z.array(z.string()),
  picture: z.string(),
  picture_alt: z.string(),
  seo_markup: seoMarkup,
  courses: z.array(productCard),
  books: z.array(productCard),
});
