import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { done } from './failure.ts';
import { identifier, instant, locale, pageOf, pageQuery, resource, text } from './primitives.ts';
import { rating } from './products.ts';

const stars = z.int().check(z.gte(1), z.lte(5));

export const review = resource(
  'reviews',
  z.object({
    stars,
    text: z.string(),
    /** As the author wants to be called. */
    author: z.string(),
    language: locale,
    created_at: instant,
    /** Written by the caller. */
    is_own: z.boolean(),
  }),
);

export type ReviewResource = z.output<typeof review>;

/** `GET products/{slug}/reviews`: newest first, with the rating of all of them and the caller's own one. */
export const listReviews = defineEndpoint({
  name: 'listReviews',
  method: 'GET',
  path: '/products/:slug/reviews',
  access: 'optional_user',
  params: z.object({ slug: identifier }),
  query: z.object(pageQuery(10)),
  answer: z.extend(pageOf(review), {
    meta: z.object({
      page: z.object({ number: z.int(), size: z.int(), total: z.int() }),
      rating: z.nullable(rating),
      /** How many gave 1, 2, 3, 4 and 5 stars. */
      distribution: z.array(z.int()).check(z.length(5)),
      /** The caller's own review, on whatever page it stands. */
      own: z.nullable(review),
    }),
  }),
});

/** `POST products/{slug}/reviews` by somebody who has the product; a second one replaces the first. Else `FORBIDDEN`. */
export const writeReview = defineEndpoint({
  name: 'writeReview',
  method: 'POST',
  path: '/products/:slug/reviews',
  access: 'user',
  status: 201,
  params: z.object({ slug: identifier }),
  body: z.object({ stars, text: text(2000, 10), author: z._default(text(60), '') }),
  answer: z.object({ data: review }),
});

/** `DELETE products/{slug}/reviews`: takes the caller's own review back; none is answered alike. */
export const removeReview = defineEndpoint({
  name: 'removeReview',
  method: 'DELETE',
  path: '/products/:slug/reviews',
  access: 'user',
  params: z.object({ slug: identifier }),
  answer: done,
});

export const reviewEndpoints = { listReviews, writeReview, removeReview };
