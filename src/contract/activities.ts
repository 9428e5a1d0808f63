import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { identifier, instant, pageOf, resource } from './primitives.ts';

const progress = {
  /** Seconds from the beginning. */
  position: z.int(),
  finished: z.boolean(),
  watched_at: instant,
};

const activity = resource(
  'activities',
  z.object({
    lesson: z.object({ id: z.string(), title: z.string(), length_seconds: z.int(), number: z.int() }),
    course: z.object({ id: z.string(), slug: z.string(), title: z.string(), picture: z.string() }),
    ...progress,
  }),
);

export type Activity = z.output<typeof activity>;

const wholeNumber = (standard: number, highest: number) =>
  z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(highest)), standard);

/** `GET activities?page=1&size=10`: watched lessons, newest first (specification §7, decisions §5). */
const listActivities = defineEndpoint({
  name: 'listActivities',
  method: 'GET',
  path: '/activities',
  access: 'user',
  query: z.object({ page: wholeNumber(1, 10_000), size: wholeNumber(10, 100) }),
  answer: pageOf(activity),
});

/**
 * `PUT activities/{lesson}`: where the user stopped. `watched_at` is when; what is older than the stored progress changes
 * nothing, so a late request of another device never sets back. 403 for lessons that the user may not watch.
 */
const saveProgress = defineEndpoint({
  name: 'saveProgress',
  method: 'PUT',
  path: '/activities/:lesson',
  access: 'user',
  params: z.object({ lesson: identifier }),
  body: z.object({
    position: z.int().check(z.gte(0), z.lte(1_000_000)),
    finished: z._default(z.boolean(), false),
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
    course: z.object({ id: z.string(), slug: z.string(), title: z.string() }),
    previous_id: z.nullable(z.string()),
    next_id: z.nullable(z.string()),
    progress: z.nullable(z.object(progress)),
  }),
);

export type LessonResource = z.output<typeof lesson>;

/** `GET lessons/{id}`: what a player needs, for those who may watch: free lessons anyone, others by owning or subscribing. */
const getLesson = defineEndpoint({
  name: 'getLesson',
  method: 'GET',
  path: '/lessons/:id',
  access: 'optional_user',
  params: z.object({ id: identifier }),
  answer: z.object({ data: lesson }),
});

export const activityEndpoints = { listActivities, saveProgress, getLesson };
