import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { calendarDay, identifier, pageOf, pageQuery, resource, text } from './primitives.ts';
import { productCard } from './products.ts';

const card = {
  title: z.string(),
  teaser: z.string(),
  /** Rubric, for example "Üben". */
  topic: z.string(),
  published_on: calendarDay,
  reading_minutes: z.int(),
  picture: z.string(),
  picture_alt: z.string(),
  /** Posts are German whatever language is asked for (specification §1). */
  language: z.literal('de'),
};

export const postCard = resource('posts', z.object(card));

export type PostCard = z.output<typeof postCard>;

const post = resource(
  'posts',
  z.object({
    ...card,
    /** HTML that the host has sanitised. */
    html: z.string(),
    /** Courses that carry the subject on. */
    courses: z.array(productCard),
    seo_markup: z.object({ name: z.string(), description: z.string(), keywords: z.array(z.string()) }),
  }),
);

export type Post = z.output<typeof post>;

/** `GET posts`: newest first; `filter[q]` searches them (decisions §3). The id is the slug. */
export const listPosts = defineEndpoint({
  name: 'listPosts',
  method: 'GET',
  path: '/posts',
  query: z.object({ 'filter[q]': z.optional(text(100)), ...pageQuery(12) }),
  answer: pageOf(postCard),
});

/** `GET posts/{slug}`: a German post with its text. */
export const getPost = defineEndpoint({
  name: 'getPost',
  method: 'GET',
  path: '/posts/:slug',
  params: z.object({ slug: identifier }),
  answer: z.object({ data: post }),
});

export const postEndpoints = { listPosts, getPost };
