import * as z from 'zod/mini';
import { activity as activityModel, lesson as lessonModel, progress } from '#core/model/learning.ts';
import { identifier, instant } from '#core/model/primitives.ts';
import { productCard } from './catalogue.ts';
import type { AreaDocs } from './endpoint.ts';
import { defineEndpoint } from './endpoint.ts';
import { done } from './failure.ts';
import { pageOf, pageQuery, resource } from './json-api.ts';

const activity = resource('activities', activityModel);

export type Activity = z.output<typeof activity>;

const wholeNumber = (highest: number) =>
  z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(highest)));

/**
 * `GET activities?page=1&size=10`: watched lessons, newest first, ten a page. Takes
 * `page[number]` and `page[size]` as well, which count where both are given. `filter[course]` is a course's id.
 */
const listActivities = defineEndpoint({
  name: 'listActivities',
  method: 'GET',
  path: '/activities',
  access: 'user',
  query: z.object({
    page: wholeNumber(10_000),
    size: wholeNumber(100),
    'page[number]': wholeNumber(10_000),
    'page[size]': wholeNumber(100),
    'filter[course]': z.optional(identifier),
  }),
  response: pageOf(activity),
});

/**
 * `PUT activities/{lesson}`: where the user stopped. `watched_at` is when, by the player's clock, and now when left out;
 * what is older than the stored progress changes nothing, so a request that comes late never sets back. Positions past
 * the end mean the end. 403 for lessons that the user may not watch.
 */
const saveProgress = defineEndpoint({
  name: 'saveProgress',
  method: 'PUT',
  path: '/activities/:lesson',
  access: 'user',
  params: z.object({ lesson: identifier }),
  body: z.object({
    /** Players may say fractions of a second; whole ones are kept. */
    position_seconds: z.number().check(z.gte(0), z.lte(1_000_000)),
    is_finished: z._default(z.boolean(), false),
    watched_at: z.optional(instant),
  }),
  response: z.object({ data: resource('progress', progress) }),
});

const lesson = resource('lessons', lessonModel);

export type LessonResource = z.output<typeof lesson>;

/**
 * `GET lessons/{id}`: what a player needs, for those who may watch: free lessons anyone, others by owning or subscribing.
 * The film of a paid lesson is served by signed addresses that work for four hours, with range requests.
 */
const getLesson = defineEndpoint({
  name: 'getLesson',
  method: 'GET',
  path: '/lessons/:id',
  access: 'optional_user',
  params: z.object({ id: identifier }),
  response: z.object({ data: lesson }),
});

const params = z.object({ product_id: identifier });

/** `GET wishlist`: the products on the user's wish list, newest first. */
const listWishListItems = defineEndpoint({
  name: 'listWishListItems',
  method: 'GET',
  path: '/wishlist',
  access: 'user',
  query: z.object(pageQuery(24)),
  response: pageOf(productCard),
});

/** `PUT wishlist/{product_id}`: repeating it changes nothing. 422 `WISH_LIST_FULL` beyond 200 items. */
const addWishListItem = defineEndpoint({
  name: 'addWishListItem',
  method: 'PUT',
  path: '/wishlist/:product_id',
  access: 'user',
  params,
  response: done,
});

/** `DELETE wishlist/{product_id}`: a product that is not on it gives the same response. */
const removeWishListItem = defineEndpoint({
  name: 'removeWishListItem',
  method: 'DELETE',
  path: '/wishlist/:product_id',
  access: 'user',
  params,
  response: done,
});

export const learningEndpoints = {
  listActivities,
  saveProgress,
  getLesson,
  listWishListItems,
  addWishListItem,
  removeWishListItem,
};

export const learningDocs: AreaDocs<keyof typeof learningEndpoints> = {
  title: 'Learning and wish list',
  description: 'Lessons, the progress in them, and the wish list.',
  operations: {
    getLesson: {
      summary: 'Read one lesson',
      description:
        'Free lessons for anyone, others for those who own the course or subscribe. The addresses of `media` are paths of this site and answer range requests; those of paid lessons carry a signature and work for four hours, so ask again rather than store them.',
      failures: ['FORBIDDEN'],
      example: { params: { id: 'duerer-das-leere-blatt' } },
    },
    listActivities: {
      summary: 'List watched lessons',
      description:
        'Newest first. This list takes `page` and `size` without brackets as well; `filter[course]` narrows it to one course.',
    },
    saveProgress: {
      summary: 'Keep where one stopped',
      description:
        'What is older than the stored progress changes nothing, so a late request of another device never sets back.',
      failures: ['FORBIDDEN'],
      example: {
        params: { lesson: 'duerer-das-leere-blatt' },
        body: { position_seconds: 75, is_finished: false },
      },
    },
    listWishListItems: { summary: 'List one’s own wish list', description: 'Newest first.' },
    addWishListItem: {
      summary: 'Add a product to the wish list',
      description: 'Repeating it changes nothing.',
      failures: ['WISH_LIST_FULL'],
      example: { params: { product_id: 'course-clara-schumann' } },
    },
    removeWishListItem: {
      summary: 'Remove a product from the wish list',
      description: 'A product that is not on the list gives the same response.',
      example: { params: { product_id: 'course-clara-schumann' } },
    },
  },
};
