import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { media, transcript } from './media.ts';
import { identifier, instant, pageOf, resource } from './primitives.ts';

const progress = {
  /** Seconds from the beginning. */
  position_seconds: z.int(),
  is_finished: z.boolean(),
  watched_at: instant,
};

const activity = resource(
  'activities',
  z.object({
    lesson: z.object({
      id: z.string(),
      title: z.string(),
      length_seconds: z.int(),
      /** How long its film runs, null while there is none; positions are seconds of the film. */
      film_seconds: z.nullable(z.number()),
      number: z.int(),
    }),
    course: z.object({ id: z.string(), slug: z.string(), title: z.string(), picture: z.string() }),
    ...progress,
  }),
);

export type Activity = z.output<typeof activity>;

const wholeNumber = (highest: number) =>
  z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(highest)));

/**
 * `GET activities?page=1&size=10`: watched lessons, newest first, ten a page (specification §7, decisions §5). Takes
 * `page[number]` and `page[size]` as well, which count where both are given. `filter[course]` is a course's id.
 */
export const listActivities = defineEndpoint({
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
  answer: pageOf(activity),
});

/**
 * `PUT activities/{lesson}`: where the user stopped. `watched_at` is when, by the player's clock, and now when left out;
 * what is older than the stored progress changes nothing, so a request that comes late never sets back. Positions past
 * the end mean the end. 403 for lessons that the user may not watch.
 */
export const saveProgress = defineEndpoint({
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
  answer: z.object({ data: resource('progress', z.object(progress)) }),
});

const lesson = resource(
  'lessons',
  z.object({
    title: z.string(),
    summary: z.string(),
    length_seconds: z.int(),
    is_free: z.boolean(),
    /** Place in the course, from 1. */
    number: z.int(),
    /** The part of the course it belongs to, counted from 1. */
    part: z.object({ number: z.int(), title: z.string() }),
    course: z.object({ id: z.string(), slug: z.string(), title: z.string() }),
    previous_id: z.nullable(z.string()),
    next_id: z.nullable(z.string()),
    progress: z.nullable(z.object(progress)),
    /** Null while the lesson has no film. */
    media: z.nullable(media),
    transcript,
  }),
);

export type LessonResource = z.output<typeof lesson>;

/**
 * `GET lessons/{id}`: what a player needs, for those who may watch: free lessons anyone, others by owning or subscribing.
 * The film of a paid lesson is served by signed addresses that work for four hours, with range requests.
 */
export const getLesson = defineEndpoint({
  name: 'getLesson',
  method: 'GET',
  path: '/lessons/:id',
  access: 'optional_user',
  params: z.object({ id: identifier }),
  answer: z.object({ data: lesson }),
});

export const activityEndpoints = { listActivities, saveProgress, getLesson };
